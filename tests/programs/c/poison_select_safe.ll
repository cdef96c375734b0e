; target: lp64
; expect: safe
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; A shift is computed before it is known that its amount is small enough; two selects throw it away if it is not.
define i32 @main() {
  %amount = call i32 @__VERIFIER_nondet_int()
  %shifted = lshr i32 32767, %amount
  %more = add nsw i32 %shifted, 1
  %small = icmp ult i32 %amount, 32
  %first = select i1 %small, i32 %shifted, i32 7
  %large = xor i1 %small, true
  %second = select i1 %large, i32 9, i32 %more
  %sum = add i32 %first, %second
  %zero = icmp eq i32 %sum, 0
  br i1 %zero, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
