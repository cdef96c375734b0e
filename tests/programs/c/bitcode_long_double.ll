; target: lp64
; expect: safe
; The library's `long double` is that of the data layout: bitcode that calls it is as good as C.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@three = private constant [2 x i8] c"3\00"

declare x86_fp80 @strtold(ptr, ptr)

define i32 @main() {
  %number = call x86_fp80 @strtold(ptr @three, ptr null)
  %is_three = fcmp oeq x86_fp80 %number, 0xK4000C000000000000000
  br i1 %is_three, label %right, label %wrong

right:
  ret i32 0

wrong:
  unreachable
}
