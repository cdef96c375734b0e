; target: lp64
; expect: unsafe invalid-conversion
; input: int = 5
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()

; A number that no integer of 32 bits can hold.
define i32 @main() {
  %choice = call i32 @__VERIFIER_nondet_int()
  %large = icmp eq i32 %choice, 5
  br i1 %large, label %yes, label %no
yes:
  br label %join
no:
  br label %join
join:
  %number = phi double [ 2147483648.0, %yes ], [ -2147483648.5, %no ]
  %whole = fptosi double %number to i32
  %negative = icmp slt i32 %whole, 0
  %result = zext i1 %negative to i32
  ret i32 %result
}
