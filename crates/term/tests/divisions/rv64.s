u8_d_3:
	li	a1, 171
	mul	a0, a0, a1
	srli	a0, a0, 9
	ret
u8_r_3:
	li	a1, 171
	mul	a1, a0, a1
	srli	a1, a1, 9
	slli	a2, a1, 1
	subw	a0, a0, a1
	subw	a0, a0, a2
	andi	a0, a0, 255
	ret
u8_d_7:
	li	a1, 37
	mul	a1, a0, a1
	srli	a1, a1, 8
	subw	a0, a0, a1
	slli	a0, a0, 56
	srli	a0, a0, 57
	add	a0, a0, a1
	srli	a0, a0, 2
	ret
u8_r_7:
	li	a1, 37
	mul	a1, a0, a1
	srli	a1, a1, 8
	subw	a2, a0, a1
	slli	a2, a2, 56
	srli	a2, a2, 57
	add	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 3
	add	a0, a0, a1
	subw	a0, a0, a2
	andi	a0, a0, 255
	ret
u8_d_10:
	li	a1, 205
	mul	a0, a0, a1
	srli	a0, a0, 11
	ret
u8_r_10:
	li	a1, 205
	mul	a1, a0, a1
	srli	a1, a1, 11
	li	a2, 10
	mul	a1, a1, a2
	subw	a0, a0, a1
	andi	a0, a0, 255
	ret
u8_d_14:
	srli	a0, a0, 1
	li	a1, 147
	mul	a0, a0, a1
	srli	a0, a0, 10
	ret
u8_r_14:
	srli	a1, a0, 1
	li	a2, 147
	mul	a1, a1, a2
	srli	a1, a1, 10
	slli	a2, a1, 4
	slli	a1, a1, 1
	subw	a1, a1, a2
	add	a0, a0, a1
	andi	a0, a0, 255
	ret
u8_d_60:
	li	a1, 137
	mul	a0, a0, a1
	srli	a0, a0, 13
	ret
u8_r_60:
	li	a1, 137
	mul	a1, a0, a1
	srli	a1, a1, 13
	slli	a2, a1, 6
	slli	a1, a1, 2
	subw	a1, a1, a2
	add	a0, a0, a1
	andi	a0, a0, 255
	ret
s8_d_3:
	li	a1, 86
	mul	a0, a0, a1
	srli	a1, a0, 8
	slli	a0, a0, 48
	srli	a0, a0, 63
	add	a0, a0, a1
	slli	a0, a0, 56
	srai	a0, a0, 56
	ret
s8_r_3:
	li	a1, 86
	mul	a1, a0, a1
	srli	a2, a1, 8
	slli	a1, a1, 48
	srli	a1, a1, 63
	add	a1, a1, a2
	slli	a2, a1, 1
	subw	a0, a0, a1
	subw	a0, a0, a2
	slli	a0, a0, 56
	srai	a0, a0, 56
	ret
s8_d_7:
	li	a1, -109
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a0, a0, a1
	slli	a0, a0, 56
	srli	a1, a0, 63
	srai	a0, a0, 58
	add	a0, a0, a1
	ret
s8_r_7:
	li	a1, -109
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a1, a1, a0
	slli	a1, a1, 56
	srli	a2, a1, 63
	srai	a1, a1, 58
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	subw	a0, a0, a2
	slli	a0, a0, 56
	srai	a0, a0, 56
	ret
s8_d_m7:
	li	a1, 109
	mul	a1, a0, a1
	srli	a1, a1, 8
	subw	a1, a1, a0
	slli	a1, a1, 56
	srli	a0, a1, 63
	srai	a1, a1, 58
	add	a0, a0, a1
	ret
s8_r_m7:
	li	a1, -109
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a1, a1, a0
	slli	a1, a1, 56
	srli	a2, a1, 63
	srai	a1, a1, 58
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	subw	a0, a0, a2
	slli	a0, a0, 56
	srai	a0, a0, 56
	ret
s8_d_10:
	li	a1, 103
	mul	a0, a0, a1
	srai	a1, a0, 10
	slli	a0, a0, 48
	srli	a0, a0, 63
	add	a0, a0, a1
	ret
s8_r_10:
	li	a1, 103
	mul	a1, a0, a1
	srli	a2, a1, 10
	slli	a1, a1, 48
	srli	a1, a1, 63
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	subw	a0, a0, a1
	slli	a0, a0, 56
	srai	a0, a0, 56
	ret
s8_d_14:
	li	a1, -109
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a0, a0, a1
	slli	a0, a0, 56
	srli	a1, a0, 63
	srai	a0, a0, 59
	add	a0, a0, a1
	ret
s8_r_14:
	li	a1, -109
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a1, a1, a0
	slli	a1, a1, 56
	srli	a2, a1, 63
	srai	a1, a1, 56
	srli	a1, a1, 3
	add	a1, a1, a2
	slli	a2, a1, 4
	slli	a1, a1, 1
	subw	a1, a1, a2
	add	a0, a0, a1
	slli	a0, a0, 56
	srai	a0, a0, 56
	ret
s8_d_60:
	li	a1, -119
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a0, a0, a1
	slli	a0, a0, 56
	srli	a1, a0, 63
	srai	a0, a0, 61
	add	a0, a0, a1
	ret
s8_r_60:
	li	a1, -119
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a1, a1, a0
	slli	a1, a1, 56
	srli	a2, a1, 63
	srai	a1, a1, 56
	srli	a1, a1, 5
	add	a1, a1, a2
	slli	a2, a1, 6
	slli	a1, a1, 2
	subw	a1, a1, a2
	add	a0, a0, a1
	slli	a0, a0, 56
	srai	a0, a0, 56
	ret
u16_d_3:
	lui	a1, 11
	addiw	a1, a1, -1365
	mul	a0, a0, a1
	srli	a0, a0, 17
	ret
u16_r_3:
	lui	a1, 11
	addiw	a1, a1, -1365
	mul	a1, a0, a1
	srli	a1, a1, 17
	slli	a2, a1, 1
	subw	a0, a0, a1
	subw	a0, a0, a2
	slli	a0, a0, 48
	srli	a0, a0, 48
	ret
u16_d_7:
	lui	a1, 2
	addiw	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 16
	subw	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 49
	add	a0, a0, a1
	srli	a0, a0, 2
	ret
u16_r_7:
	lui	a1, 2
	addiw	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 16
	subw	a2, a0, a1
	slli	a2, a2, 48
	srli	a2, a2, 49
	add	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	ret
u16_d_10:
	lui	a1, 13
	addiw	a1, a1, -819
	mul	a0, a0, a1
	srli	a0, a0, 19
	ret
u16_r_10:
	lui	a1, 13
	addiw	a1, a1, -819
	mul	a1, a0, a1
	srli	a1, a1, 19
	li	a2, 10
	mul	a1, a1, a2
	subw	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	ret
u16_d_14:
	srli	a0, a0, 1
	lui	a1, 5
	addiw	a1, a1, -1755
	mul	a0, a0, a1
	srli	a0, a0, 17
	ret
u16_r_14:
	srli	a1, a0, 1
	lui	a2, 5
	addiw	a2, a2, -1755
	mul	a1, a1, a2
	srli	a1, a1, 17
	slli	a2, a1, 4
	slli	a1, a1, 1
	subw	a1, a1, a2
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	ret
u16_d_60:
	lui	a1, 9
	addiw	a1, a1, -1911
	mul	a0, a0, a1
	srli	a0, a0, 21
	ret
u16_r_60:
	lui	a1, 9
	addiw	a1, a1, -1911
	mul	a1, a0, a1
	srli	a1, a1, 21
	slli	a2, a1, 6
	slli	a1, a1, 2
	subw	a1, a1, a2
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	ret
u16_d_1000:
	srli	a0, a0, 3
	lui	a1, 2
	addiw	a1, a1, 197
	mul	a0, a0, a1
	srli	a0, a0, 20
	ret
u16_r_1000:
	srli	a1, a0, 3
	lui	a2, 2
	addiw	a2, a2, 197
	mul	a1, a1, a2
	srli	a1, a1, 20
	li	a2, 1000
	mul	a1, a1, a2
	subw	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	ret
s16_d_3:
	lui	a1, 5
	addiw	a1, a1, 1366
	mul	a0, a0, a1
	srliw	a1, a0, 31
	srli	a0, a0, 16
	add	a0, a0, a1
	slli	a0, a0, 48
	srai	a0, a0, 48
	ret
s16_r_3:
	lui	a1, 5
	addiw	a1, a1, 1366
	mul	a1, a0, a1
	srliw	a2, a1, 31
	srli	a1, a1, 16
	add	a1, a1, a2
	slli	a2, a1, 1
	subw	a0, a0, a1
	subw	a0, a0, a2
	slli	a0, a0, 48
	srai	a0, a0, 48
	ret
s16_d_7:
	lui	a1, 5
	addiw	a1, a1, -1755
	mul	a0, a0, a1
	srliw	a1, a0, 31
	srai	a0, a0, 17
	add	a0, a0, a1
	ret
s16_r_7:
	lui	a1, 5
	addiw	a1, a1, -1755
	mul	a1, a0, a1
	srliw	a2, a1, 31
	srai	a1, a1, 17
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	subw	a0, a0, a2
	slli	a0, a0, 48
	srai	a0, a0, 48
	ret
s16_d_m7:
	lui	a1, 1048571
	addiw	a1, a1, 1755
	mul	a0, a0, a1
	srliw	a1, a0, 31
	srai	a0, a0, 17
	add	a0, a0, a1
	ret
s16_r_m7:
	lui	a1, 5
	addiw	a1, a1, -1755
	mul	a1, a0, a1
	srliw	a2, a1, 31
	srai	a1, a1, 17
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	subw	a0, a0, a2
	slli	a0, a0, 48
	srai	a0, a0, 48
	ret
s16_d_10:
	lui	a1, 6
	addiw	a1, a1, 1639
	mul	a0, a0, a1
	srliw	a1, a0, 31
	srai	a0, a0, 18
	add	a0, a0, a1
	ret
s16_r_10:
	lui	a1, 6
	addiw	a1, a1, 1639
	mul	a1, a0, a1
	srliw	a2, a1, 31
	srli	a1, a1, 18
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	subw	a0, a0, a1
	slli	a0, a0, 48
	srai	a0, a0, 48
	ret
s16_d_14:
	lui	a1, 5
	addiw	a1, a1, -1755
	mul	a0, a0, a1
	srliw	a1, a0, 31
	srai	a0, a0, 18
	add	a0, a0, a1
	ret
s16_r_14:
	lui	a1, 5
	addiw	a1, a1, -1755
	mul	a1, a0, a1
	srliw	a2, a1, 31
	srai	a1, a1, 16
	srli	a1, a1, 2
	add	a1, a1, a2
	slli	a2, a1, 4
	slli	a1, a1, 1
	subw	a1, a1, a2
	add	a0, a0, a1
	slli	a0, a0, 48
	srai	a0, a0, 48
	ret
s16_d_60:
	lui	a1, 1048569
	addiw	a1, a1, -1911
	mul	a1, a0, a1
	srli	a1, a1, 16
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a1, a0, 63
	srai	a0, a0, 53
	add	a0, a0, a1
	ret
s16_r_60:
	lui	a1, 1048569
	addiw	a1, a1, -1911
	mul	a1, a0, a1
	srli	a1, a1, 16
	add	a1, a1, a0
	slli	a1, a1, 48
	srli	a2, a1, 63
	srai	a1, a1, 48
	srli	a1, a1, 5
	add	a1, a1, a2
	slli	a2, a1, 6
	slli	a1, a1, 2
	subw	a1, a1, a2
	add	a0, a0, a1
	slli	a0, a0, 48
	srai	a0, a0, 48
	ret
s16_d_1000:
	lui	a1, 1048568
	addiw	a1, a1, 787
	mul	a1, a0, a1
	srli	a1, a1, 16
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a1, a0, 63
	srai	a0, a0, 57
	add	a0, a0, a1
	ret
s16_r_1000:
	lui	a1, 1048568
	addiw	a1, a1, 787
	mul	a1, a0, a1
	srli	a1, a1, 16
	add	a1, a1, a0
	slli	a1, a1, 48
	srli	a2, a1, 63
	srai	a1, a1, 48
	srli	a1, a1, 9
	add	a1, a1, a2
	li	a2, 1000
	mul	a1, a1, a2
	subw	a0, a0, a1
	slli	a0, a0, 48
	srai	a0, a0, 48
	ret
u32_d_3:
	slli	a0, a0, 32
	lui	a1, 699051
	addi	a1, a1, -1365
	slli	a1, a1, 32
	mulhu	a0, a0, a1
	srli	a0, a0, 33
	ret
u32_r_3:
	slli	a1, a0, 32
	lui	a2, 699051
	addi	a2, a2, -1365
	slli	a2, a2, 32
	mulhu	a1, a1, a2
	srli	a1, a1, 33
	slli	a2, a1, 1
	subw	a0, a0, a1
	subw	a0, a0, a2
	ret
u32_d_7:
	slli	a1, a0, 32
	lui	a2, 149797
	addi	a2, a2, -1755
	slli	a2, a2, 32
	mulhu	a1, a1, a2
	srli	a1, a1, 32
	subw	a0, a0, a1
	srliw	a0, a0, 1
	add	a0, a0, a1
	srli	a0, a0, 2
	ret
u32_r_7:
	slli	a1, a0, 32
	lui	a2, 149797
	addi	a2, a2, -1755
	slli	a2, a2, 32
	mulhu	a1, a1, a2
	srli	a1, a1, 32
	subw	a2, a0, a1
	srliw	a2, a2, 1
	add	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 3
	add	a0, a0, a1
	subw	a0, a0, a2
	ret
u32_d_10:
	slli	a0, a0, 32
	lui	a1, 838861
	addi	a1, a1, -819
	slli	a1, a1, 32
	mulhu	a0, a0, a1
	srli	a0, a0, 35
	ret
u32_r_10:
	slli	a1, a0, 32
	lui	a2, 838861
	addi	a2, a2, -819
	slli	a2, a2, 32
	mulhu	a1, a1, a2
	srli	a1, a1, 35
	li	a2, 10
	mul	a1, a1, a2
	subw	a0, a0, a1
	ret
u32_d_14:
	srliw	a0, a0, 1
	lui	a1, 299593
	slli	a1, a1, 1
	addi	a1, a1, 1171
	mul	a0, a0, a1
	srli	a0, a0, 34
	ret
u32_r_14:
	srliw	a1, a0, 1
	lui	a2, 299593
	slli	a2, a2, 1
	addi	a2, a2, 1171
	mul	a1, a1, a2
	srli	a1, a1, 34
	slli	a2, a1, 4
	slli	a1, a1, 1
	subw	a1, a1, a2
	addw	a0, a0, a1
	ret
u32_d_60:
	slli	a0, a0, 32
	lui	a1, 559241
	addi	a1, a1, -1911
	slli	a1, a1, 32
	mulhu	a0, a0, a1
	srli	a0, a0, 37
	ret
u32_r_60:
	slli	a1, a0, 32
	lui	a2, 559241
	addi	a2, a2, -1911
	slli	a2, a2, 32
	mulhu	a1, a1, a2
	srli	a1, a1, 37
	slli	a2, a1, 6
	slli	a1, a1, 2
	subw	a1, a1, a2
	addw	a0, a0, a1
	ret
u32_d_1000:
	slli	a0, a0, 32
	lui	a1, 67109
	addi	a1, a1, -557
	slli	a1, a1, 32
	mulhu	a0, a0, a1
	srli	a0, a0, 38
	ret
u32_r_1000:
	slli	a1, a0, 32
	lui	a2, 67109
	addi	a2, a2, -557
	slli	a2, a2, 32
	mulhu	a1, a1, a2
	srli	a1, a1, 38
	li	a2, 1000
	mul	a1, a1, a2
	subw	a0, a0, a1
	ret
u32_d_1000000007:
	slli	a1, a0, 32
	lui	a2, 77324
	addi	a2, a2, -413
	slli	a2, a2, 32
	mulhu	a1, a1, a2
	srli	a1, a1, 32
	subw	a0, a0, a1
	srliw	a0, a0, 1
	add	a0, a0, a1
	srli	a0, a0, 29
	ret
u32_r_1000000007:
	slli	a1, a0, 32
	lui	a2, 77324
	addi	a2, a2, -413
	slli	a2, a2, 32
	mulhu	a1, a1, a2
	srli	a1, a1, 32
	subw	a2, a0, a1
	srliw	a2, a2, 1
	add	a1, a1, a2
	srli	a1, a1, 29
	lui	a2, 244141
	addi	a2, a2, -1529
	mul	a1, a1, a2
	subw	a0, a0, a1
	ret
s32_d_3:
	lui	a1, 349525
	addiw	a1, a1, 1366
	mul	a0, a0, a1
	srli	a1, a0, 63
	srli	a0, a0, 32
	addw	a0, a0, a1
	ret
s32_r_3:
	lui	a1, 349525
	addiw	a1, a1, 1366
	mul	a1, a0, a1
	srli	a2, a1, 63
	srli	a1, a1, 32
	add	a1, a1, a2
	slli	a2, a1, 1
	subw	a0, a0, a1
	subw	a0, a0, a2
	ret
s32_d_7:
	lui	a1, 599186
	addiw	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	add	a0, a0, a1
	srliw	a1, a0, 31
	sraiw	a0, a0, 2
	add	a0, a0, a1
	ret
s32_r_7:
	lui	a1, 599186
	addiw	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	add	a1, a1, a0
	srliw	a2, a1, 31
	sraiw	a1, a1, 2
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	subw	a0, a0, a2
	ret
s32_d_m7:
	lui	a1, 449390
	addiw	a1, a1, -1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	subw	a1, a1, a0
	srliw	a0, a1, 31
	sraiw	a1, a1, 2
	add	a0, a0, a1
	ret
s32_r_m7:
	lui	a1, 599186
	addiw	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	add	a1, a1, a0
	srliw	a2, a1, 31
	sraiw	a1, a1, 2
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	subw	a0, a0, a2
	ret
s32_d_10:
	lui	a1, 419430
	addiw	a1, a1, 1639
	mul	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 34
	add	a0, a0, a1
	ret
s32_r_10:
	lui	a1, 419430
	addiw	a1, a1, 1639
	mul	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 34
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	subw	a0, a0, a1
	ret
s32_d_14:
	lui	a1, 599186
	addiw	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	add	a0, a0, a1
	srliw	a1, a0, 31
	sraiw	a0, a0, 3
	add	a0, a0, a1
	ret
s32_r_14:
	lui	a1, 599186
	addiw	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	add	a1, a1, a0
	srliw	a2, a1, 31
	sraiw	a1, a1, 3
	add	a1, a1, a2
	slli	a2, a1, 4
	slli	a1, a1, 1
	subw	a1, a1, a2
	addw	a0, a0, a1
	ret
s32_d_60:
	lui	a1, 559241
	addiw	a1, a1, -1911
	mul	a1, a0, a1
	srli	a1, a1, 32
	add	a0, a0, a1
	srliw	a1, a0, 31
	sraiw	a0, a0, 5
	add	a0, a0, a1
	ret
s32_r_60:
	lui	a1, 559241
	addiw	a1, a1, -1911
	mul	a1, a0, a1
	srli	a1, a1, 32
	add	a1, a1, a0
	srliw	a2, a1, 31
	sraiw	a1, a1, 5
	add	a1, a1, a2
	slli	a2, a1, 6
	slli	a1, a1, 2
	subw	a1, a1, a2
	addw	a0, a0, a1
	ret
s32_d_1000:
	lui	a1, 67109
	addiw	a1, a1, -557
	mul	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 38
	add	a0, a0, a1
	ret
s32_r_1000:
	lui	a1, 67109
	addiw	a1, a1, -557
	mul	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 38
	add	a1, a1, a2
	li	a2, 1000
	mul	a1, a1, a2
	subw	a0, a0, a1
	ret
s32_d_1000000007:
	lui	a1, 281475
	addiw	a1, a1, -103
	mul	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 60
	add	a0, a0, a1
	ret
s32_r_1000000007:
	lui	a1, 281475
	addiw	a1, a1, -103
	mul	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 60
	add	a1, a1, a2
	lui	a2, 244141
	addi	a2, a2, -1529
	mul	a1, a1, a2
	subw	a0, a0, a1
	ret
u64_d_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mulhu	a0, a0, a1
	srli	a0, a0, 1
	ret
u64_r_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mulhu	a1, a0, a1
	srli	a2, a1, 1
	andi	a1, a1, -2
	add	a1, a1, a2
	sub	a0, a0, a1
	ret
.LCPI80_0:
	.quad	2635249153387078803
u64_d_7:
	lui	a1, %hi(.LCPI80_0)
	ld	a1, %lo(.LCPI80_0)(a1)
	mulhu	a1, a0, a1
	sub	a0, a0, a1
	srli	a0, a0, 1
	add	a0, a0, a1
	srli	a0, a0, 2
	ret
.LCPI81_0:
	.quad	2635249153387078803
u64_r_7:
	lui	a1, %hi(.LCPI81_0)
	ld	a1, %lo(.LCPI81_0)(a1)
	mulhu	a1, a0, a1
	sub	a2, a0, a1
	srli	a2, a2, 1
	add	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	ret
u64_d_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mulhu	a0, a0, a1
	srli	a0, a0, 3
	ret
u64_r_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mulhu	a1, a0, a1
	srli	a1, a1, 3
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
.LCPI84_0:
	.quad	5270498306774157605
u64_d_14:
	lui	a1, %hi(.LCPI84_0)
	ld	a1, %lo(.LCPI84_0)(a1)
	srli	a0, a0, 1
	mulhu	a0, a0, a1
	srli	a0, a0, 1
	ret
.LCPI85_0:
	.quad	5270498306774157605
u64_r_14:
	lui	a1, %hi(.LCPI85_0)
	ld	a1, %lo(.LCPI85_0)(a1)
	srli	a2, a0, 1
	mulhu	a1, a2, a1
	andi	a2, a1, -2
	slli	a1, a1, 3
	andi	a1, a1, -16
	add	a0, a0, a2
	sub	a0, a0, a1
	ret
u64_d_60:
	lui	a1, 559241
	addiw	a1, a1, -1911
	slli	a2, a1, 32
	add	a1, a1, a2
	mulhu	a0, a0, a1
	srli	a0, a0, 5
	ret
u64_r_60:
	lui	a1, 559241
	addiw	a1, a1, -1911
	slli	a2, a1, 32
	add	a1, a1, a2
	mulhu	a1, a0, a1
	srli	a1, a1, 5
	slli	a2, a1, 6
	slli	a1, a1, 2
	sub	a1, a1, a2
	add	a0, a0, a1
	ret
.LCPI88_0:
	.quad	2361183241434822607
u64_d_1000:
	lui	a1, %hi(.LCPI88_0)
	ld	a1, %lo(.LCPI88_0)(a1)
	srli	a0, a0, 3
	mulhu	a0, a0, a1
	srli	a0, a0, 4
	ret
.LCPI89_0:
	.quad	2361183241434822607
u64_r_1000:
	lui	a1, %hi(.LCPI89_0)
	ld	a1, %lo(.LCPI89_0)(a1)
	srli	a2, a0, 3
	mulhu	a1, a2, a1
	srli	a1, a1, 4
	li	a2, 1000
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
.LCPI90_0:
	.quad	-8543223828751151131
u64_d_1000000007:
	lui	a1, %hi(.LCPI90_0)
	ld	a1, %lo(.LCPI90_0)(a1)
	mulhu	a0, a0, a1
	srli	a0, a0, 29
	ret
.LCPI91_0:
	.quad	-8543223828751151131
u64_r_1000000007:
	lui	a1, %hi(.LCPI91_0)
	ld	a1, %lo(.LCPI91_0)(a1)
	mulhu	a1, a0, a1
	srli	a1, a1, 29
	lui	a2, 244141
	addiw	a2, a2, -1529
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
.LCPI92_0:
	.quad	6148914691236517206
s64_d_3:
	lui	a1, %hi(.LCPI92_0)
	ld	a1, %lo(.LCPI92_0)(a1)
	mulh	a0, a0, a1
	srli	a1, a0, 63
	add	a0, a0, a1
	ret
.LCPI93_0:
	.quad	6148914691236517206
s64_r_3:
	lui	a1, %hi(.LCPI93_0)
	ld	a1, %lo(.LCPI93_0)(a1)
	mulh	a1, a0, a1
	srli	a2, a1, 63
	add	a1, a1, a2
	slli	a2, a1, 1
	sub	a0, a0, a1
	sub	a0, a0, a2
	ret
.LCPI94_0:
	.quad	5270498306774157605
s64_d_7:
	lui	a1, %hi(.LCPI94_0)
	ld	a1, %lo(.LCPI94_0)(a1)
	mulh	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 1
	add	a0, a0, a1
	ret
.LCPI95_0:
	.quad	5270498306774157605
s64_r_7:
	lui	a1, %hi(.LCPI95_0)
	ld	a1, %lo(.LCPI95_0)(a1)
	mulh	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 1
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	ret
.LCPI96_0:
	.quad	-5270498306774157605
s64_d_m7:
	lui	a1, %hi(.LCPI96_0)
	ld	a1, %lo(.LCPI96_0)(a1)
	mulh	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 1
	add	a0, a0, a1
	ret
.LCPI97_0:
	.quad	5270498306774157605
s64_r_m7:
	lui	a1, %hi(.LCPI97_0)
	ld	a1, %lo(.LCPI97_0)(a1)
	mulh	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 1
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	ret
.LCPI98_0:
	.quad	7378697629483820647
s64_d_10:
	lui	a1, %hi(.LCPI98_0)
	ld	a1, %lo(.LCPI98_0)(a1)
	mulh	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 2
	add	a0, a0, a1
	ret
.LCPI99_0:
	.quad	7378697629483820647
s64_r_10:
	lui	a1, %hi(.LCPI99_0)
	ld	a1, %lo(.LCPI99_0)(a1)
	mulh	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 2
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
.LCPI100_0:
	.quad	5270498306774157605
s64_d_14:
	lui	a1, %hi(.LCPI100_0)
	ld	a1, %lo(.LCPI100_0)(a1)
	mulh	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 2
	add	a0, a0, a1
	ret
.LCPI101_0:
	.quad	5270498306774157605
s64_r_14:
	lui	a1, %hi(.LCPI101_0)
	ld	a1, %lo(.LCPI101_0)(a1)
	mulh	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 2
	add	a1, a1, a2
	slli	a2, a1, 4
	slli	a1, a1, 1
	sub	a1, a1, a2
	add	a0, a0, a1
	ret
s64_d_60:
	lui	a1, 559241
	addiw	a1, a1, -1911
	slli	a2, a1, 32
	add	a1, a1, a2
	mulh	a1, a0, a1
	add	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 5
	add	a0, a0, a1
	ret
s64_r_60:
	lui	a1, 559241
	addiw	a1, a1, -1911
	slli	a2, a1, 32
	add	a1, a1, a2
	mulh	a1, a0, a1
	add	a1, a1, a0
	srli	a2, a1, 63
	srai	a1, a1, 5
	add	a1, a1, a2
	slli	a2, a1, 6
	slli	a1, a1, 2
	sub	a1, a1, a2
	add	a0, a0, a1
	ret
.LCPI104_0:
	.quad	2361183241434822607
s64_d_1000:
	lui	a1, %hi(.LCPI104_0)
	ld	a1, %lo(.LCPI104_0)(a1)
	mulh	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 7
	add	a0, a0, a1
	ret
.LCPI105_0:
	.quad	2361183241434822607
s64_r_1000:
	lui	a1, %hi(.LCPI105_0)
	ld	a1, %lo(.LCPI105_0)(a1)
	mulh	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 7
	add	a1, a1, a2
	li	a2, 1000
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
.LCPI106_0:
	.quad	-8543223828751151131
s64_d_1000000007:
	lui	a1, %hi(.LCPI106_0)
	ld	a1, %lo(.LCPI106_0)(a1)
	mulh	a1, a0, a1
	add	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 29
	add	a0, a0, a1
	ret
.LCPI107_0:
	.quad	-8543223828751151131
s64_r_1000000007:
	lui	a1, %hi(.LCPI107_0)
	ld	a1, %lo(.LCPI107_0)(a1)
	mulh	a1, a0, a1
	add	a1, a1, a0
	srli	a2, a1, 63
	srai	a1, a1, 29
	add	a1, a1, a2
	lui	a2, 244141
	addiw	a2, a2, -1529
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
u8_d_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lbu	a0, -17(s0)
	lui	a1, 149797
	addiw	a1, a1, -1755
	mul	a0, a0, a1
	srli	a0, a0, 32
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
u8_r_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lbu	a0, -17(s0)
	lui	a1, 149797
	addiw	a1, a1, -1755
	mul	a1, a0, a1
	srli	a1, a1, 32
	slliw	a2, a1, 3
	subw	a1, a1, a2
	addw	a0, a0, a1
	slli	a0, a0, 32
	srli	a0, a0, 32
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
u8_d_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lbu	a0, -17(s0)
	lui	a1, 104858
	addiw	a1, a1, -1638
	mul	a0, a0, a1
	srli	a0, a0, 32
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
u8_r_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lbu	a0, -17(s0)
	lui	a1, 104858
	addiw	a1, a1, -1638
	mul	a1, a0, a1
	srli	a1, a1, 32
	li	a2, 10
	mulw	a1, a1, a2
	subw	a0, a0, a1
	slli	a0, a0, 32
	srli	a0, a0, 32
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s8_d_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lb	a1, -17(s0)
	lui	a0, 599186
	addiw	a0, a0, 1171
	mul	a0, a1, a0
	srli	a0, a0, 32
	add	a0, a0, a1
	srliw	a1, a0, 31
	srli	a0, a0, 2
	addw	a0, a0, a1
	slli	a0, a0, 56
	srai	a0, a0, 56
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s8_r_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lb	a0, -17(s0)
	lui	a1, 599186
	addiw	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	addw	a1, a1, a0
	srliw	a2, a1, 31
	sraiw	a1, a1, 2
	addw	a1, a1, a2
	slliw	a2, a1, 3
	subw	a1, a1, a2
	addw	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s8_d_m7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lb	a1, -17(s0)
	lui	a0, 449390
	addiw	a0, a0, -1171
	mul	a0, a1, a0
	srli	a0, a0, 32
	sub	a0, a0, a1
	srliw	a1, a0, 31
	srli	a0, a0, 2
	addw	a0, a0, a1
	slli	a0, a0, 56
	srai	a0, a0, 56
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s8_r_m7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lb	a0, -17(s0)
	lui	a1, 449390
	addiw	a1, a1, -1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	subw	a1, a1, a0
	srliw	a2, a1, 31
	sraiw	a1, a1, 2
	addw	a2, a2, a1
	slliw	a1, a2, 3
	subw	a1, a1, a2
	addw	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s8_d_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lb	a0, -17(s0)
	lui	a1, 419430
	addiw	a1, a1, 1639
	mul	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 34
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s8_r_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sb	a0, -17(s0)
	lb	a0, -17(s0)
	lui	a1, 419430
	addiw	a1, a1, 1639
	mul	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 34
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
u32_d_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lwu	a0, -20(s0)
	lui	a1, 149797
	addiw	a1, a1, -1755
	mul	a1, a0, a1
	srli	a1, a1, 32
	subw	a0, a0, a1
	srliw	a0, a0, 1
	add	a0, a0, a1
	srli	a0, a0, 2
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
u32_r_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lwu	a0, -20(s0)
	lui	a1, 149797
	addiw	a1, a1, -1755
	mul	a1, a0, a1
	srli	a2, a1, 32
	subw	a1, a0, a2
	srliw	a1, a1, 1
	add	a1, a1, a2
	srli	a1, a1, 2
	slliw	a2, a1, 3
	subw	a1, a1, a2
	addw	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
u32_d_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lwu	a0, -20(s0)
	lui	a1, 205
	addiw	a1, a1, -819
	slli	a1, a1, 12
	addi	a1, a1, -819
	mul	a0, a0, a1
	srli	a0, a0, 35
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
u32_r_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lwu	a0, -20(s0)
	lui	a1, 205
	addiw	a1, a1, -819
	slli	a1, a1, 12
	addi	a1, a1, -819
	mul	a1, a0, a1
	srli	a1, a1, 35
	li	a2, 10
	mulw	a1, a1, a2
	subw	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s32_d_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lw	a1, -20(s0)
	lui	a0, 599186
	addiw	a0, a0, 1171
	mul	a0, a1, a0
	srli	a0, a0, 32
	addw	a0, a0, a1
	srliw	a1, a0, 31
	sraiw	a0, a0, 2
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s32_r_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lw	a0, -20(s0)
	lui	a1, 599186
	addiw	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	addw	a1, a1, a0
	srliw	a2, a1, 31
	sraiw	a1, a1, 2
	addw	a1, a1, a2
	slliw	a2, a1, 3
	subw	a1, a1, a2
	addw	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s32_d_m7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lw	a1, -20(s0)
	lui	a0, 449390
	addiw	a0, a0, -1171
	mul	a0, a1, a0
	srli	a0, a0, 32
	subw	a0, a0, a1
	srliw	a1, a0, 31
	sraiw	a0, a0, 2
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s32_r_m7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lw	a0, -20(s0)
	lui	a1, 449390
	addiw	a1, a1, -1171
	mul	a1, a0, a1
	srli	a1, a1, 32
	subw	a1, a1, a0
	srliw	a2, a1, 31
	sraiw	a1, a1, 2
	addw	a2, a2, a1
	slliw	a1, a2, 3
	subw	a1, a1, a2
	addw	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s32_d_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lw	a0, -20(s0)
	lui	a1, 419430
	addiw	a1, a1, 1639
	mul	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 34
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
s32_r_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sw	a0, -20(s0)
	lw	a0, -20(s0)
	lui	a1, 419430
	addiw	a1, a1, 1639
	mul	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 34
	addw	a1, a1, a2
	li	a2, 10
	mulw	a1, a1, a2
	subw	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
.LCPI20_0:
	.quad	2635249153387078803
u64_d_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, %hi(.LCPI20_0)
	ld	a1, %lo(.LCPI20_0)(a1)
	mulhu	a1, a0, a1
	sub	a0, a0, a1
	srli	a0, a0, 1
	add	a0, a0, a1
	srli	a0, a0, 2
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
.LCPI21_0:
	.quad	2635249153387078803
u64_r_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, %hi(.LCPI21_0)
	ld	a1, %lo(.LCPI21_0)(a1)
	mulhu	a2, a0, a1
	sub	a1, a0, a2
	srli	a1, a1, 1
	add	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 3
	sub	a1, a1, a2
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
u64_d_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mulhu	a0, a0, a1
	srli	a0, a0, 3
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
u64_r_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mulhu	a1, a0, a1
	srli	a1, a1, 3
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
.LCPI24_0:
	.quad	5270498306774157605
s64_d_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, %hi(.LCPI24_0)
	ld	a1, %lo(.LCPI24_0)(a1)
	mulh	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 1
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
.LCPI25_0:
	.quad	5270498306774157605
s64_r_7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, %hi(.LCPI25_0)
	ld	a1, %lo(.LCPI25_0)(a1)
	mulh	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 1
	add	a1, a1, a2
	slli	a2, a1, 3
	sub	a1, a1, a2
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
.LCPI26_0:
	.quad	-5270498306774157605
s64_d_m7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, %hi(.LCPI26_0)
	ld	a1, %lo(.LCPI26_0)(a1)
	mulh	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 1
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
.LCPI27_0:
	.quad	-5270498306774157605
s64_r_m7:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, %hi(.LCPI27_0)
	ld	a1, %lo(.LCPI27_0)(a1)
	mulh	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 1
	add	a2, a2, a1
	slli	a1, a2, 3
	sub	a1, a1, a2
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
.LCPI28_0:
	.quad	7378697629483820647
s64_d_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, %hi(.LCPI28_0)
	ld	a1, %lo(.LCPI28_0)(a1)
	mulh	a0, a0, a1
	srli	a1, a0, 63
	srai	a0, a0, 2
	add	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
.LCPI29_0:
	.quad	7378697629483820647
s64_r_10:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a0, -24(s0)
	lui	a1, %hi(.LCPI29_0)
	ld	a1, %lo(.LCPI29_0)(a1)
	mulh	a1, a0, a1
	srli	a2, a1, 63
	srai	a1, a1, 2
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
