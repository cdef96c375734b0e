// The passes that every program needs, called by themselves. LLVM's C interface has passes only by name (`LLVMRunPasses`), and who can name
// one links all of them, for optimisation and for code of processors: two thirds of the whole program.

#include <llvm-c/Core.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

using namespace llvm;

namespace {

// What these passes ask for.
struct Managers {
    FunctionAnalysisManager functions;
    ModuleAnalysisManager modules;

    Managers() {
        functions.registerPass([] { return AssumptionAnalysis(); });
        functions.registerPass([] { return DominatorTreeAnalysis(); });
        functions.registerPass([] { return PassInstrumentationAnalysis(); });
        functions.registerPass([] { return TargetIRAnalysis(); });
        functions.registerPass([] { return TargetLibraryAnalysis(); });
        functions.registerPass([this] { return ModuleAnalysisManagerFunctionProxy(modules); });
        modules.registerPass([] { return PassInstrumentationAnalysis(); });
        modules.registerPass([this] { return FunctionAnalysisManagerModuleProxy(functions); });
    }
};

// Runs a pass over each function that has a body; those that must not be optimised are left out unless it is required.
template <typename Pass> void over_functions(LLVMModuleRef module, Pass pass, bool required) {
    Managers managers;
    for (Function &function : *unwrap(module)) {
        if (function.isDeclaration() || (!required && function.hasOptNone())) continue;
        pass.run(function, managers.functions);
        managers.functions.clear(function, function.getName());
    }
}

} // namespace

// Functions and variables go that nothing uses (`globaldce`).
extern "C" void everypath_remove_unused(LLVMModuleRef module) {
    Managers managers;
    GlobalDCEPass().run(*unwrap(module), managers.modules);
}

// Variables become values (`mem2reg`).
extern "C" void everypath_variables_to_values(LLVMModuleRef module) {
    over_functions(module, PromotePass(), false);
}

// What is known of `llvm.objectsize` and `llvm.is.constant` is settled (`lower-constant-intrinsics`).
extern "C" void everypath_settle_constants(LLVMModuleRef module) {
    over_functions(module, LowerConstantIntrinsicsPass(), true);
}
