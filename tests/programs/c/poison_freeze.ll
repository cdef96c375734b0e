; target: lp64
; expect: unsafe signed-overflow
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; Only what was frozen is no poison; the sum itself still is.
define i32 @main() {
  %a = call i32 @__VERIFIER_nondet_int()
  %sum = add nsw i32 %a, 1
  %some = freeze i32 %sum
  %same = icmp eq i32 %some, %sum
  br i1 %same, label %yes, label %no
yes:
  ret i32 0
no:
  ret i32 1
}
