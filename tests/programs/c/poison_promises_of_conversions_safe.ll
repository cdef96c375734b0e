; target: lp64
; expect: safe
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; All bits that the conversions lose are clear, and the parts that are put together have none in common.
@cells = global [128 x i8] zeroinitializer
define i32 @main() {
  %a = call i32 @__VERIFIER_nondet_int()
  %low = and i32 %a, 111
  %all = or disjoint i32 %low, 16
  %byte = trunc nuw nsw i32 %all to i8
  %index = zext nneg i8 %byte to i64
  %cell = getelementptr i8, ptr @cells, i64 %index
  %value = load i8, ptr %cell
  %result = zext i8 %value to i32
  ret i32 %result
}
