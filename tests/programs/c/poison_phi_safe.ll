; target: lp64
; expect: safe
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; A sum is computed above a branch; on the way where it overflows another value is taken.
define i32 @main() {
entry:
  %a = call i32 @__VERIFIER_nondet_int()
  %sum = add nsw i32 %a, 1
  %last = icmp eq i32 %a, 2147483647
  br i1 %last, label %other, label %join
other:
  br label %join
join:
  %value = phi i32 [ %sum, %entry ], [ 5, %other ]
  %zero = icmp eq i32 %value, 0
  br i1 %zero, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
