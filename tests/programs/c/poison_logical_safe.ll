; target: lp64
; expect: safe
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; A select of truth values decides by its condition alone, unlike the operator that computes the same.
define i32 @main() {
  %a = call i32 @__VERIFIER_nondet_int()
  %small = icmp slt i32 %a, 2147483647
  %next = add nsw i32 %a, 1
  %positive = icmp sgt i32 %next, 0
  %both = select i1 %small, i1 %positive, i1 false
  br i1 %both, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
