; target: lp64
; expect: unsafe signed-overflow
; input: int = 2147483647
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; The counter passes the greatest number if the bound is that one, and is compared.
define i32 @main() {
entry:
  %last = call i32 @__VERIFIER_nondet_int()
  br label %loop
loop:
  %i = phi i32 [ 2147483640, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, 1
  %more = icmp sle i32 %next, %last
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
