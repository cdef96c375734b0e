; target: lp64
; expect: unsafe signed-overflow
; line: 15
; input: int = 2147483647
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; The sum that overflows goes through a phi to a branch; the report names the sum.
define i32 @main() !dbg !3 {
entry:
  %a = call i32 @__VERIFIER_nondet_int(), !dbg !14
  %sum = add nsw i32 %a, 1, !dbg !15
  %last = icmp eq i32 %a, 2147483646, !dbg !16
  br i1 %last, label %other, label %join, !dbg !17
other:
  br label %join, !dbg !19
join:
  %value = phi i32 [ %sum, %entry ], [ 5, %other ]
  %zero = icmp eq i32 %value, 0, !dbg !22
  br i1 %zero, label %yes, label %no, !dbg !23
yes:
  ret i32 1, !dbg !25
no:
  ret i32 0, !dbg !27
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "poison_phi.ll", directory: "tests/programs/c")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!14 = !DILocation(line: 14, scope: !3)
!15 = !DILocation(line: 15, scope: !3)
!16 = !DILocation(line: 16, scope: !3)
!17 = !DILocation(line: 17, scope: !3)
!19 = !DILocation(line: 19, scope: !3)
!22 = !DILocation(line: 22, scope: !3)
!23 = !DILocation(line: 23, scope: !3)
!25 = !DILocation(line: 25, scope: !3)
!27 = !DILocation(line: 27, scope: !3)
