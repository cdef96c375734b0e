; target: lp64
; expect: unsafe invalid-shift
; line: 14
; input: int = 32
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; The select takes the shifted number for one amount too many.
define i32 @main() !dbg !3 {
  %amount = call i32 @__VERIFIER_nondet_int(), !dbg !13
  %shifted = lshr i32 32767, %amount, !dbg !14
  %small = icmp ult i32 %amount, 33, !dbg !15
  %first = select i1 %small, i32 %shifted, i32 7, !dbg !16
  %zero = icmp eq i32 %first, 0, !dbg !17
  br i1 %zero, label %yes, label %no, !dbg !18
yes:
  ret i32 1, !dbg !20
no:
  ret i32 0, !dbg !22
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "poison_select.ll", directory: "tests/programs/c")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 13, scope: !3)
!14 = !DILocation(line: 14, scope: !3)
!15 = !DILocation(line: 15, scope: !3)
!16 = !DILocation(line: 16, scope: !3)
!17 = !DILocation(line: 17, scope: !3)
!18 = !DILocation(line: 18, scope: !3)
!20 = !DILocation(line: 20, scope: !3)
!22 = !DILocation(line: 22, scope: !3)
