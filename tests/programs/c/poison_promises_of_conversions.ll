; target: lp64
; expect: unsafe invalid-value
; input: int = 128
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; A truncation that must not lose bits loses one, and is used as an index.
@cells = global [128 x i8] zeroinitializer
define i32 @main() {
  %a = call i32 @__VERIFIER_nondet_int()
  %low = and i32 %a, 128
  %byte = trunc nsw i32 %low to i8
  %index = zext nneg i8 %byte to i64
  %cell = getelementptr i8, ptr @cells, i64 %index
  %value = load i8, ptr %cell
  %result = zext i8 %value to i32
  ret i32 %result
}
