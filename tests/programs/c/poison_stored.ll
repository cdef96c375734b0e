; target: lp64
; expect: unsafe signed-overflow
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; Memory carries no poison: what is stored has to be a value.
@cell = global i32 0
define i32 @main() {
  %a = call i32 @__VERIFIER_nondet_int()
  %sum = sub nsw i32 0, %a
  store i32 %sum, ptr @cell
  ret i32 0
}
