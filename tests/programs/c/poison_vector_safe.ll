; target: lp64
; expect: safe
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)

; Lanes that are shifted too far meet no others and are thrown away; lane 0 is small where it is taken. The bit casts
; pass by elements that begin and end together, so lane 0 rests on lanes 0 and 1.
define i32 @main() {
  %a = call i32 @__VERIFIER_nondet_int()
  %one = insertelement <4 x i32> <i32 1, i32 2, i32 40, i32 50>, i32 %a, i32 0
  %shifted = shl <4 x i32> <i32 1, i32 1, i32 1, i32 1>, %one
  %wide = bitcast <4 x i32> %shifted to <2 x i64>
  %back = bitcast <2 x i64> %wide to <4 x i32>
  %turned = shufflevector <4 x i32> %back, <4 x i32> %one, <4 x i32> <i32 2, i32 4, i32 0, i32 3>
  %small = icmp ult <4 x i32> %one, <i32 32, i32 32, i32 32, i32 32>
  %first = extractelement <4 x i1> %small, i32 0
  %lanes = insertelement <4 x i1> <i1 true, i1 true, i1 false, i1 false>, i1 %first, i32 2
  %kept = select <4 x i1> %lanes, <4 x i32> %turned, <4 x i32> <i32 0, i32 0, i32 3, i32 4>
  %x = extractelement <4 x i32> %kept, i32 2
  %y = extractelement <4 x i32> %kept, i32 1
  %sum = add i32 %x, %y
  %all = xor i32 %sum, 1
  %zero = icmp eq i32 %all, 0
  br i1 %zero, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
