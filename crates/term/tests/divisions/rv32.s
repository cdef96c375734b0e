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
	sub	a0, a0, a1
	sub	a0, a0, a2
	andi	a0, a0, 255
	ret
u8_d_7:
	li	a1, 37
	mul	a1, a0, a1
	srli	a1, a1, 8
	sub	a0, a0, a1
	slli	a0, a0, 24
	srli	a0, a0, 25
	add	a0, a0, a1
	srli	a0, a0, 2
	ret
u8_r_7:
	li	a1, 37
	mul	a1, a0, a1
	srli	a1, a1, 8
	sub	a2, a0, a1
	slli	a2, a2, 24
	srli	a2, a2, 25
	add	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
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
	sub	a0, a0, a1
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
	sub	a1, a1, a2
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
	sub	a1, a1, a2
	add	a0, a0, a1
	andi	a0, a0, 255
	ret
s8_d_3:
	li	a1, 86
	mul	a0, a0, a1
	srli	a1, a0, 8
	slli	a0, a0, 16
	srli	a0, a0, 31
	add	a0, a0, a1
	slli	a0, a0, 24
	srai	a0, a0, 24
	ret
s8_r_3:
	li	a1, 86
	mul	a1, a0, a1
	srli	a2, a1, 8
	slli	a1, a1, 16
	srli	a1, a1, 31
	add	a1, a1, a2
	slli	a2, a1, 1
	sub	a0, a0, a1
	sub	a0, a0, a2
	slli	a0, a0, 24
	srai	a0, a0, 24
	ret
s8_d_7:
	li	a1, -109
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a0, a0, a1
	slli	a0, a0, 24
	srli	a1, a0, 31
	srai	a0, a0, 26
	add	a0, a0, a1
	ret
s8_r_7:
	li	a1, -109
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a1, a1, a0
	slli	a1, a1, 24
	srli	a2, a1, 31
	srai	a1, a1, 26
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	slli	a0, a0, 24
	srai	a0, a0, 24
	ret
s8_d_m7:
	li	a1, 109
	mul	a1, a0, a1
	srli	a1, a1, 8
	sub	a1, a1, a0
	slli	a1, a1, 24
	srli	a0, a1, 31
	srai	a1, a1, 26
	add	a0, a0, a1
	ret
s8_r_m7:
	li	a1, -109
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a1, a1, a0
	slli	a1, a1, 24
	srli	a2, a1, 31
	srai	a1, a1, 26
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	slli	a0, a0, 24
	srai	a0, a0, 24
	ret
s8_d_10:
	li	a1, 103
	mul	a0, a0, a1
	srai	a1, a0, 10
	slli	a0, a0, 16
	srli	a0, a0, 31
	add	a0, a0, a1
	ret
s8_r_10:
	li	a1, 103
	mul	a1, a0, a1
	srli	a2, a1, 10
	slli	a1, a1, 16
	srli	a1, a1, 31
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	slli	a0, a0, 24
	srai	a0, a0, 24
	ret
s8_d_14:
	li	a1, -109
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a0, a0, a1
	slli	a0, a0, 24
	srli	a1, a0, 31
	srai	a0, a0, 27
	add	a0, a0, a1
	ret
s8_d_60:
	li	a1, -119
	mul	a1, a0, a1
	srli	a1, a1, 8
	add	a0, a0, a1
	slli	a0, a0, 24
	srli	a1, a0, 31
	srai	a0, a0, 29
	add	a0, a0, a1
	ret
u16_d_3:
	lui	a1, 11
	addi	a1, a1, -1365
	mul	a0, a0, a1
	srli	a0, a0, 17
	ret
u16_r_3:
	lui	a1, 11
	addi	a1, a1, -1365
	mul	a1, a0, a1
	srli	a1, a1, 17
	slli	a2, a1, 1
	sub	a0, a0, a1
	sub	a0, a0, a2
	slli	a0, a0, 16
	srli	a0, a0, 16
	ret
u16_d_7:
	lui	a1, 2
	addi	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 16
	sub	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 17
	add	a0, a0, a1
	srli	a0, a0, 2
	ret
u16_r_7:
	lui	a1, 2
	addi	a1, a1, 1171
	mul	a1, a0, a1
	srli	a1, a1, 16
	sub	a2, a0, a1
	slli	a2, a2, 16
	srli	a2, a2, 17
	add	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	ret
u16_d_10:
	lui	a1, 13
	addi	a1, a1, -819
	mul	a0, a0, a1
	srli	a0, a0, 19
	ret
u16_r_10:
	lui	a1, 13
	addi	a1, a1, -819
	mul	a1, a0, a1
	srli	a1, a1, 19
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	ret
u16_d_14:
	srli	a0, a0, 1
	lui	a1, 5
	addi	a1, a1, -1755
	mul	a0, a0, a1
	srli	a0, a0, 17
	ret
u16_r_14:
	srli	a1, a0, 1
	lui	a2, 5
	addi	a2, a2, -1755
	mul	a1, a1, a2
	srli	a1, a1, 17
	slli	a2, a1, 4
	slli	a1, a1, 1
	sub	a1, a1, a2
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	ret
u16_d_60:
	lui	a1, 9
	addi	a1, a1, -1911
	mul	a0, a0, a1
	srli	a0, a0, 21
	ret
u16_r_60:
	lui	a1, 9
	addi	a1, a1, -1911
	mul	a1, a0, a1
	srli	a1, a1, 21
	slli	a2, a1, 6
	slli	a1, a1, 2
	sub	a1, a1, a2
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	ret
u16_d_1000:
	srli	a0, a0, 3
	lui	a1, 2
	addi	a1, a1, 197
	mul	a0, a0, a1
	srli	a0, a0, 20
	ret
u16_r_1000:
	srli	a1, a0, 3
	lui	a2, 2
	addi	a2, a2, 197
	mul	a1, a1, a2
	srli	a1, a1, 20
	li	a2, 1000
	mul	a1, a1, a2
	sub	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	ret
s16_d_3:
	lui	a1, 5
	addi	a1, a1, 1366
	mul	a0, a0, a1
	srli	a1, a0, 31
	srli	a0, a0, 16
	add	a0, a0, a1
	slli	a0, a0, 16
	srai	a0, a0, 16
	ret
s16_r_3:
	lui	a1, 5
	addi	a1, a1, 1366
	mul	a1, a0, a1
	srli	a2, a1, 31
	srli	a1, a1, 16
	add	a1, a1, a2
	slli	a2, a1, 1
	sub	a0, a0, a1
	sub	a0, a0, a2
	slli	a0, a0, 16
	srai	a0, a0, 16
	ret
s16_d_7:
	lui	a1, 5
	addi	a1, a1, -1755
	mul	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 17
	add	a0, a0, a1
	ret
s16_r_7:
	lui	a1, 5
	addi	a1, a1, -1755
	mul	a1, a0, a1
	srli	a2, a1, 31
	srai	a1, a1, 17
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	slli	a0, a0, 16
	srai	a0, a0, 16
	ret
s16_d_m7:
	lui	a1, 1048571
	addi	a1, a1, 1755
	mul	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 17
	add	a0, a0, a1
	ret
s16_r_m7:
	lui	a1, 5
	addi	a1, a1, -1755
	mul	a1, a0, a1
	srli	a2, a1, 31
	srai	a1, a1, 17
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	slli	a0, a0, 16
	srai	a0, a0, 16
	ret
s16_d_10:
	lui	a1, 6
	addi	a1, a1, 1639
	mul	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 18
	add	a0, a0, a1
	ret
s16_r_10:
	lui	a1, 6
	addi	a1, a1, 1639
	mul	a1, a0, a1
	srli	a2, a1, 31
	srai	a1, a1, 18
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	slli	a0, a0, 16
	srai	a0, a0, 16
	ret
s16_d_14:
	lui	a1, 5
	addi	a1, a1, -1755
	mul	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 18
	add	a0, a0, a1
	ret
s16_d_60:
	lui	a1, 1048569
	addi	a1, a1, -1911
	mul	a1, a0, a1
	srli	a1, a1, 16
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a1, a0, 31
	srai	a0, a0, 21
	add	a0, a0, a1
	ret
s16_d_1000:
	lui	a1, 1048568
	addi	a1, a1, 787
	mul	a1, a0, a1
	srli	a1, a1, 16
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a1, a0, 31
	srai	a0, a0, 25
	add	a0, a0, a1
	ret
s16_r_1000:
	lui	a1, 1048568
	addi	a1, a1, 787
	mul	a1, a0, a1
	srli	a1, a1, 16
	add	a1, a1, a0
	slli	a1, a1, 16
	srli	a2, a1, 31
	srai	a1, a1, 16
	srli	a1, a1, 9
	add	a1, a1, a2
	li	a2, 1000
	mul	a1, a1, a2
	sub	a0, a0, a1
	slli	a0, a0, 16
	srai	a0, a0, 16
	ret
u32_d_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mulhu	a0, a0, a1
	srli	a0, a0, 1
	ret
u32_r_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mulhu	a1, a0, a1
	srli	a2, a1, 1
	andi	a1, a1, -2
	add	a1, a1, a2
	sub	a0, a0, a1
	ret
u32_d_7:
	lui	a1, 149797
	addi	a1, a1, -1755
	mulhu	a1, a0, a1
	sub	a0, a0, a1
	srli	a0, a0, 1
	add	a0, a0, a1
	srli	a0, a0, 2
	ret
u32_r_7:
	lui	a1, 149797
	addi	a1, a1, -1755
	mulhu	a1, a0, a1
	sub	a2, a0, a1
	srli	a2, a2, 1
	add	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	ret
u32_d_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mulhu	a0, a0, a1
	srli	a0, a0, 3
	ret
u32_r_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mulhu	a1, a0, a1
	srli	a1, a1, 3
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
u32_d_14:
	srli	a0, a0, 1
	lui	a1, 599186
	addi	a1, a1, 1171
	mulhu	a0, a0, a1
	srli	a0, a0, 2
	ret
u32_r_14:
	srli	a1, a0, 1
	lui	a2, 599186
	addi	a2, a2, 1171
	mulhu	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 4
	slli	a1, a1, 1
	sub	a1, a1, a2
	add	a0, a0, a1
	ret
u32_d_60:
	lui	a1, 559241
	addi	a1, a1, -1911
	mulhu	a0, a0, a1
	srli	a0, a0, 5
	ret
u32_r_60:
	lui	a1, 559241
	addi	a1, a1, -1911
	mulhu	a1, a0, a1
	srli	a1, a1, 5
	slli	a2, a1, 6
	slli	a1, a1, 2
	sub	a1, a1, a2
	add	a0, a0, a1
	ret
u32_d_1000:
	lui	a1, 67109
	addi	a1, a1, -557
	mulhu	a0, a0, a1
	srli	a0, a0, 6
	ret
u32_r_1000:
	lui	a1, 67109
	addi	a1, a1, -557
	mulhu	a1, a0, a1
	srli	a1, a1, 6
	li	a2, 1000
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
u32_d_1000000007:
	lui	a1, 77324
	addi	a1, a1, -413
	mulhu	a1, a0, a1
	sub	a0, a0, a1
	srli	a0, a0, 1
	add	a0, a0, a1
	srli	a0, a0, 29
	ret
u32_r_1000000007:
	lui	a1, 77324
	addi	a1, a1, -413
	mulhu	a1, a0, a1
	sub	a2, a0, a1
	srli	a2, a2, 1
	add	a1, a1, a2
	srli	a1, a1, 29
	lui	a2, 244141
	addi	a2, a2, -1529
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
s32_d_3:
	lui	a1, 349525
	addi	a1, a1, 1366
	mulh	a0, a0, a1
	srli	a1, a0, 31
	add	a0, a0, a1
	ret
s32_r_3:
	lui	a1, 349525
	addi	a1, a1, 1366
	mulh	a1, a0, a1
	srli	a2, a1, 31
	add	a1, a1, a2
	slli	a2, a1, 1
	sub	a0, a0, a1
	sub	a0, a0, a2
	ret
s32_d_7:
	lui	a1, 599186
	addi	a1, a1, 1171
	mulh	a1, a0, a1
	add	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 2
	add	a0, a0, a1
	ret
s32_r_7:
	lui	a1, 599186
	addi	a1, a1, 1171
	mulh	a1, a0, a1
	add	a1, a1, a0
	srli	a2, a1, 31
	srai	a1, a1, 2
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	ret
s32_d_m7:
	lui	a1, 449390
	addi	a1, a1, -1171
	mulh	a1, a0, a1
	sub	a1, a1, a0
	srli	a0, a1, 31
	srai	a1, a1, 2
	add	a0, a0, a1
	ret
s32_r_m7:
	lui	a1, 599186
	addi	a1, a1, 1171
	mulh	a1, a0, a1
	add	a1, a1, a0
	srli	a2, a1, 31
	srai	a1, a1, 2
	add	a1, a1, a2
	slli	a2, a1, 3
	add	a0, a0, a1
	sub	a0, a0, a2
	ret
s32_d_10:
	lui	a1, 419430
	addi	a1, a1, 1639
	mulh	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 2
	add	a0, a0, a1
	ret
s32_r_10:
	lui	a1, 419430
	addi	a1, a1, 1639
	mulh	a1, a0, a1
	srli	a2, a1, 31
	srai	a1, a1, 2
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
s32_d_14:
	lui	a1, 599186
	addi	a1, a1, 1171
	mulh	a1, a0, a1
	add	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 3
	add	a0, a0, a1
	ret
s32_r_14:
	lui	a1, 599186
	addi	a1, a1, 1171
	mulh	a1, a0, a1
	add	a1, a1, a0
	srli	a2, a1, 31
	srai	a1, a1, 3
	add	a1, a1, a2
	slli	a2, a1, 4
	slli	a1, a1, 1
	sub	a1, a1, a2
	add	a0, a0, a1
	ret
s32_d_60:
	lui	a1, 559241
	addi	a1, a1, -1911
	mulh	a1, a0, a1
	add	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 5
	add	a0, a0, a1
	ret
s32_r_60:
	lui	a1, 559241
	addi	a1, a1, -1911
	mulh	a1, a0, a1
	add	a1, a1, a0
	srli	a2, a1, 31
	srai	a1, a1, 5
	add	a1, a1, a2
	slli	a2, a1, 6
	slli	a1, a1, 2
	sub	a1, a1, a2
	add	a0, a0, a1
	ret
s32_d_1000:
	lui	a1, 67109
	addi	a1, a1, -557
	mulh	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 6
	add	a0, a0, a1
	ret
s32_r_1000:
	lui	a1, 67109
	addi	a1, a1, -557
	mulh	a1, a0, a1
	srli	a2, a1, 31
	srai	a1, a1, 6
	add	a1, a1, a2
	li	a2, 1000
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
s32_d_1000000007:
	lui	a1, 281475
	addi	a1, a1, -103
	mulh	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 28
	add	a0, a0, a1
	ret
s32_r_1000000007:
	lui	a1, 281475
	addi	a1, a1, -103
	mulh	a1, a0, a1
	srli	a2, a1, 31
	srai	a1, a1, 28
	add	a1, a1, a2
	lui	a2, 244141
	addi	a2, a2, -1529
	mul	a1, a1, a2
	sub	a0, a0, a1
	ret
u8_d_7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lbu	a0, -9(s0)
	lui	a1, 149797
	addi	a1, a1, -1755
	mulhu	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
u8_r_7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lbu	a0, -9(s0)
	lui	a1, 149797
	addi	a1, a1, -1755
	mulhu	a1, a0, a1
	slli	a2, a1, 3
	sub	a1, a1, a2
	add	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
u8_d_10:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lbu	a0, -9(s0)
	lui	a1, 104858
	addi	a1, a1, -1638
	mulhu	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
u8_r_10:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lbu	a0, -9(s0)
	lui	a1, 104858
	addi	a1, a1, -1638
	mulhu	a1, a0, a1
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s8_d_7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lb	a1, -9(s0)
	lui	a0, 599186
	addi	a0, a0, 1171
	mulh	a0, a1, a0
	add	a0, a0, a1
	srli	a1, a0, 31
	srli	a0, a0, 2
	add	a0, a0, a1
	slli	a0, a0, 24
	srai	a0, a0, 24
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s8_r_7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lb	a0, -9(s0)
	lui	a1, 599186
	addi	a1, a1, 1171
	mulh	a1, a0, a1
	add	a1, a1, a0
	srli	a2, a1, 31
	srai	a1, a1, 2
	add	a1, a1, a2
	slli	a2, a1, 3
	sub	a1, a1, a2
	add	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s8_d_m7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lb	a1, -9(s0)
	lui	a0, 449390
	addi	a0, a0, -1171
	mulh	a0, a1, a0
	sub	a0, a0, a1
	srli	a1, a0, 31
	srli	a0, a0, 2
	add	a0, a0, a1
	slli	a0, a0, 24
	srai	a0, a0, 24
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s8_r_m7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lb	a0, -9(s0)
	lui	a1, 449390
	addi	a1, a1, -1171
	mulh	a1, a0, a1
	sub	a1, a1, a0
	srli	a2, a1, 31
	srai	a1, a1, 2
	add	a2, a2, a1
	slli	a1, a2, 3
	sub	a1, a1, a2
	add	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s8_d_10:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lb	a0, -9(s0)
	lui	a1, 419430
	addi	a1, a1, 1639
	mulh	a0, a0, a1
	srli	a1, a0, 31
	srli	a0, a0, 2
	add	a0, a0, a1
	slli	a0, a0, 24
	srai	a0, a0, 24
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s8_r_10:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sb	a0, -9(s0)
	lb	a0, -9(s0)
	lui	a1, 419430
	addi	a1, a1, 1639
	mulh	a1, a0, a1
	srli	a2, a1, 31
	srai	a1, a1, 2
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
u32_d_7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a0, -12(s0)
	lui	a1, 149797
	addi	a1, a1, -1755
	mulhu	a1, a0, a1
	sub	a0, a0, a1
	srli	a0, a0, 1
	add	a0, a0, a1
	srli	a0, a0, 2
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
u32_r_7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a0, -12(s0)
	lui	a1, 149797
	addi	a1, a1, -1755
	mulhu	a2, a0, a1
	sub	a1, a0, a2
	srli	a1, a1, 1
	add	a1, a1, a2
	srli	a1, a1, 2
	slli	a2, a1, 3
	sub	a1, a1, a2
	add	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
u32_d_10:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a0, -12(s0)
	lui	a1, 838861
	addi	a1, a1, -819
	mulhu	a0, a0, a1
	srli	a0, a0, 3
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
u32_r_10:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a0, -12(s0)
	lui	a1, 838861
	addi	a1, a1, -819
	mulhu	a1, a0, a1
	srli	a1, a1, 3
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s32_d_7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a1, -12(s0)
	lui	a0, 599186
	addi	a0, a0, 1171
	mulh	a0, a1, a0
	add	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 2
	add	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s32_r_7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a0, -12(s0)
	lui	a1, 599186
	addi	a1, a1, 1171
	mulh	a1, a0, a1
	add	a1, a1, a0
	srli	a2, a1, 31
	srai	a1, a1, 2
	add	a1, a1, a2
	slli	a2, a1, 3
	sub	a1, a1, a2
	add	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s32_d_m7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a1, -12(s0)
	lui	a0, 449390
	addi	a0, a0, -1171
	mulh	a0, a1, a0
	sub	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 2
	add	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s32_r_m7:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a0, -12(s0)
	lui	a1, 449390
	addi	a1, a1, -1171
	mulh	a1, a0, a1
	sub	a1, a1, a0
	srli	a2, a1, 31
	srai	a1, a1, 2
	add	a2, a2, a1
	slli	a1, a2, 3
	sub	a1, a1, a2
	add	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s32_d_10:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a0, -12(s0)
	lui	a1, 419430
	addi	a1, a1, 1639
	mulh	a0, a0, a1
	srli	a1, a0, 31
	srai	a0, a0, 2
	add	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
s32_r_10:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	addi	s0, sp, 16
	sw	a0, -12(s0)
	lw	a0, -12(s0)
	lui	a1, 419430
	addi	a1, a1, 1639
	mulh	a1, a0, a1
	srli	a2, a1, 31
	srai	a1, a1, 2
	add	a1, a1, a2
	li	a2, 10
	mul	a1, a1, a2
	sub	a0, a0, a1
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
