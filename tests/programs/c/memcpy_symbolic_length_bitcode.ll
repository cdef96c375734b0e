; target: lp64
; expect: unsafe overlapping-copy
; input: int = 8
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; The longest part runs into the other one.
define i32 @main() {
  %text = alloca [16 x i8]
  %length = call i32 @__VERIFIER_nondet_int()
  %few = icmp ult i32 %length, 9
  %assumed = zext i1 %few to i32
  call void @__VERIFIER_assume(i32 %assumed)
  %bytes = zext i32 %length to i64
  call void @llvm.memset.p0.i64(ptr %text, i8 65, i64 16, i1 false)
  %half = getelementptr i8, ptr %text, i64 7
  call void @llvm.memcpy.p0.p0.i64(ptr %half, ptr %text, i64 %bytes, i1 false)
  call void @llvm.memset.p0.i64(ptr %text, i8 66, i64 %bytes, i1 false)
  %last = getelementptr i8, ptr %text, i64 15
  %byte = load i8, ptr %last
  %kept = icmp eq i8 %byte, 65
  br i1 %kept, label %good, label %bad
good:
  ret i32 0
bad:
  call void @llvm.trap()
  unreachable
}
declare void @llvm.trap()
