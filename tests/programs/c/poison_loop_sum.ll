; target: lp64
; expect: unsafe signed-overflow
; line: 18
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; A sum that grows around a loop overflows and is returned: the report names the sum and not the return.
define i32 @main() !dbg !3 {
entry:
  %a = call i32 @__VERIFIER_nondet_int(), !dbg !13
  br label %loop, !dbg !14
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %longer, %loop ]
  %longer = add nsw i32 %sum, %a, !dbg !18
  %next = add nuw nsw i32 %i, 1, !dbg !19
  %more = icmp ult i32 %next, 3, !dbg !20
  br i1 %more, label %loop, label %done, !dbg !21
done:
  %large = icmp sgt i32 %a, 715827883, !dbg !23
  %small = icmp slt i32 %a, -715827883, !dbg !24
  %out = or i1 %large, %small, !dbg !25
  %result = select i1 %out, i32 0, i32 %longer, !dbg !26
  ret i32 %result, !dbg !27
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "poison_loop_sum.ll", directory: "tests/programs/c")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 13, scope: !3)
!14 = !DILocation(line: 14, scope: !3)
!18 = !DILocation(line: 18, scope: !3)
!19 = !DILocation(line: 19, scope: !3)
!20 = !DILocation(line: 20, scope: !3)
!21 = !DILocation(line: 21, scope: !3)
!23 = !DILocation(line: 23, scope: !3)
!24 = !DILocation(line: 24, scope: !3)
!25 = !DILocation(line: 25, scope: !3)
!26 = !DILocation(line: 26, scope: !3)
!27 = !DILocation(line: 27, scope: !3)
