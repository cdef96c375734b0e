.LCPI0_0:
	.quad	6148914691236517206
u8_e0_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI0_0)
	ld	a2, %lo(.LCPI0_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a0, a2
	ret
u8_n0_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	slli	a2, a1, 32
	add	a1, a1, a2
	sltu	a0, a1, a0
	ret
.LCPI2_0:
	.quad	6148914691236517204
u8_n1_3:
	addi	a0, a0, -1
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI2_0)
	ld	a2, %lo(.LCPI2_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
u8_e2_3:
	addi	a0, a0, -2
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	slli	a2, a1, 32
	add	a1, a1, a2
	sltu	a0, a0, a1
	ret
.LCPI4_0:
	.quad	2635249153387078803
u8_e0_7:
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI4_0)
	ld	a2, %lo(.LCPI4_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a0, a2
	ret
.LCPI5_0:
	.quad	2635249153387078802
u8_n0_7:
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI5_0)
	ld	a2, %lo(.LCPI5_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI6_0:
	.quad	2635249153387078802
u8_n1_7:
	addi	a0, a0, -1
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI6_0)
	ld	a2, %lo(.LCPI6_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI7_0:
	.quad	2635249153387078801
u8_n3_7:
	addi	a0, a0, -3
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI7_0)
	ld	a2, %lo(.LCPI7_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI8_0:
	.quad	2635249153387078802
u8_e6_7:
	addi	a0, a0, -6
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI8_0)
	ld	a2, %lo(.LCPI8_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a0, a2
	ret
.LCPI9_0:
	.quad	1844674407370955162
u8_e0_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI9_0)
	ld	a1, %lo(.LCPI9_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI10_0:
	.quad	1844674407370955161
u8_n0_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI10_0)
	ld	a1, %lo(.LCPI10_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI11_0:
	.quad	1844674407370955161
u8_n1_10:
	addi	a0, a0, -1
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI11_0)
	ld	a1, %lo(.LCPI11_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI12_0:
	.quad	1844674407370955161
u8_n5_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	addi	a0, a0, -1
	lui	a1, %hi(.LCPI12_0)
	ld	a1, %lo(.LCPI12_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI13_0:
	.quad	1844674407370955160
u8_n9_10:
	addi	a0, a0, -9
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI13_0)
	ld	a1, %lo(.LCPI13_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI14_0:
	.quad	1537228672809129302
u8_e0_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI14_0)
	ld	a1, %lo(.LCPI14_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI15_0:
	.quad	1537228672809129301
u8_n0_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI15_0)
	ld	a1, %lo(.LCPI15_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI16_0:
	.quad	1537228672809129301
u8_n1_12:
	addi	a0, a0, -1
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI16_0)
	ld	a1, %lo(.LCPI16_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI17_0:
	.quad	1537228672809129301
u8_e6_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	addi	a0, a0, -2
	lui	a1, %hi(.LCPI17_0)
	ld	a1, %lo(.LCPI17_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
u8_n11_12:
	addi	a0, a0, -11
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	slli	a1, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1364
	slli	a2, a1, 30
	add	a1, a1, a2
	sltu	a0, a1, a0
	ret
.LCPI19_0:
	.quad	307445734561825861
u8_e0_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI19_0)
	ld	a1, %lo(.LCPI19_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI20_0:
	.quad	307445734561825860
u8_n0_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI20_0)
	ld	a1, %lo(.LCPI20_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI21_0:
	.quad	307445734561825860
u8_n1_60:
	addi	a0, a0, -1
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI21_0)
	ld	a1, %lo(.LCPI21_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI22_0:
	.quad	307445734561825860
u8_e30_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	addi	a0, a0, -2
	lui	a1, %hi(.LCPI22_0)
	ld	a1, %lo(.LCPI22_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI23_0:
	.quad	307445734561825859
u8_n59_60:
	addi	a0, a0, -59
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI23_0)
	ld	a1, %lo(.LCPI23_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI24_0:
	.quad	-8116567392432202711
.LCPI24_1:
	.quad	184467440737095517
u8_e0_100:
	lui	a1, %hi(.LCPI24_0)
	ld	a1, %lo(.LCPI24_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI24_1)
	ld	a1, %lo(.LCPI24_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI25_0:
	.quad	-8116567392432202711
.LCPI25_1:
	.quad	184467440737095516
u8_n0_100:
	lui	a1, %hi(.LCPI25_0)
	ld	a1, %lo(.LCPI25_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI25_1)
	ld	a1, %lo(.LCPI25_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI26_0:
	.quad	-8116567392432202711
.LCPI26_1:
	.quad	184467440737095516
u8_n1_100:
	lui	a1, %hi(.LCPI26_0)
	ld	a1, %lo(.LCPI26_0)(a1)
	addi	a0, a0, -1
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI26_1)
	ld	a1, %lo(.LCPI26_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI27_0:
	.quad	-8116567392432202711
.LCPI27_1:
	.quad	184467440737095516
u8_e50_100:
	lui	a1, %hi(.LCPI27_0)
	ld	a1, %lo(.LCPI27_0)(a1)
	mul	a0, a0, a1
	addi	a0, a0, -2
	lui	a1, %hi(.LCPI27_1)
	ld	a1, %lo(.LCPI27_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI28_0:
	.quad	-8116567392432202711
.LCPI28_1:
	.quad	184467440737095515
u8_n99_100:
	lui	a1, %hi(.LCPI28_0)
	ld	a1, %lo(.LCPI28_0)(a1)
	addi	a0, a0, -99
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI28_1)
	ld	a1, %lo(.LCPI28_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
s8_e0_3:
	li	a1, -85
	mul	a0, a0, a1
	addi	a0, a0, 42
	andi	a0, a0, 255
	sltiu	a0, a0, 85
	ret
s8_n0_3:
	li	a1, -85
	mul	a0, a0, a1
	addi	a0, a0, 42
	andi	a0, a0, 255
	sltiu	a0, a0, 85
	xori	a0, a0, 1
	ret
s8_e0_m3:
	li	a1, -85
	mul	a0, a0, a1
	addi	a0, a0, 42
	andi	a0, a0, 255
	sltiu	a0, a0, 85
	ret
s8_e0_7:
	li	a1, -73
	mul	a0, a0, a1
	addi	a0, a0, 18
	andi	a0, a0, 255
	sltiu	a0, a0, 37
	ret
s8_n0_7:
	li	a1, -73
	mul	a0, a0, a1
	addi	a0, a0, 18
	andi	a0, a0, 255
	sltiu	a0, a0, 37
	xori	a0, a0, 1
	ret
s8_e0_m7:
	li	a1, -73
	mul	a0, a0, a1
	addi	a0, a0, 18
	andi	a0, a0, 255
	sltiu	a0, a0, 37
	ret
s8_e0_10:
	li	a1, -51
	mul	a0, a0, a1
	addi	a0, a0, 24
	slli	a1, a0, 7
	slli	a0, a0, 56
	srli	a0, a0, 57
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 25
	ret
s8_n0_10:
	li	a1, -51
	mul	a0, a0, a1
	addi	a0, a0, 24
	slli	a1, a0, 7
	slli	a0, a0, 56
	srli	a0, a0, 57
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 25
	xori	a0, a0, 1
	ret
s8_e0_m10:
	li	a1, -51
	mul	a0, a0, a1
	addi	a0, a0, 24
	slli	a1, a0, 7
	slli	a0, a0, 56
	srli	a0, a0, 57
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 25
	ret
s8_e0_12:
	li	a1, -85
	mul	a0, a0, a1
	addi	a0, a0, 40
	slli	a1, a0, 6
	slli	a0, a0, 56
	srli	a0, a0, 58
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 21
	ret
s8_n0_12:
	li	a1, -85
	mul	a0, a0, a1
	addi	a0, a0, 40
	slli	a1, a0, 6
	slli	a0, a0, 56
	srli	a0, a0, 58
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 21
	xori	a0, a0, 1
	ret
s8_e0_m12:
	li	a1, -85
	mul	a0, a0, a1
	addi	a0, a0, 40
	slli	a1, a0, 6
	slli	a0, a0, 56
	srli	a0, a0, 58
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 21
	ret
s8_e0_60:
	slli	a1, a0, 4
	add	a0, a0, a1
	li	a1, 8
	subw	a1, a1, a0
	slli	a0, a1, 6
	slli	a1, a1, 56
	srli	a1, a1, 58
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 5
	ret
s8_n0_60:
	slli	a1, a0, 4
	add	a0, a0, a1
	li	a1, 8
	subw	a1, a1, a0
	slli	a0, a1, 6
	slli	a1, a1, 56
	srli	a1, a1, 58
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 5
	xori	a0, a0, 1
	ret
s8_e0_m60:
	slli	a1, a0, 4
	add	a0, a0, a1
	li	a1, 8
	subw	a1, a1, a0
	slli	a0, a1, 6
	slli	a1, a1, 56
	srli	a1, a1, 58
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 5
	ret
s8_e0_100:
	li	a1, 41
	mul	a0, a0, a1
	addi	a0, a0, 4
	slli	a1, a0, 6
	slli	a0, a0, 56
	srli	a0, a0, 58
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 3
	ret
s8_n0_100:
	li	a1, 41
	mul	a0, a0, a1
	addi	a0, a0, 4
	slli	a1, a0, 6
	slli	a0, a0, 56
	srli	a0, a0, 58
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 3
	xori	a0, a0, 1
	ret
s8_e0_m100:
	li	a1, 41
	mul	a0, a0, a1
	addi	a0, a0, 4
	slli	a1, a0, 6
	slli	a0, a0, 56
	srli	a0, a0, 58
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 3
	ret
.LCPI47_0:
	.quad	6148914691236517206
u16_e0_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI47_0)
	ld	a2, %lo(.LCPI47_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a0, a2
	ret
u16_n0_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	slli	a2, a1, 32
	add	a1, a1, a2
	sltu	a0, a1, a0
	ret
.LCPI49_0:
	.quad	6148914691236517204
u16_n1_3:
	addi	a0, a0, -1
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI49_0)
	ld	a2, %lo(.LCPI49_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
u16_e2_3:
	addi	a0, a0, -2
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	slli	a2, a1, 32
	add	a1, a1, a2
	sltu	a0, a0, a1
	ret
.LCPI51_0:
	.quad	2635249153387078803
u16_e0_7:
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI51_0)
	ld	a2, %lo(.LCPI51_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a0, a2
	ret
.LCPI52_0:
	.quad	2635249153387078802
u16_n0_7:
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI52_0)
	ld	a2, %lo(.LCPI52_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI53_0:
	.quad	2635249153387078802
u16_n1_7:
	addi	a0, a0, -1
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI53_0)
	ld	a2, %lo(.LCPI53_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI54_0:
	.quad	2635249153387078801
u16_n3_7:
	addi	a0, a0, -3
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI54_0)
	ld	a2, %lo(.LCPI54_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI55_0:
	.quad	2635249153387078802
u16_e6_7:
	addi	a0, a0, -6
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI55_0)
	ld	a2, %lo(.LCPI55_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a0, a2
	ret
.LCPI56_0:
	.quad	1844674407370955162
u16_e0_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI56_0)
	ld	a1, %lo(.LCPI56_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI57_0:
	.quad	1844674407370955161
u16_n0_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI57_0)
	ld	a1, %lo(.LCPI57_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI58_0:
	.quad	1844674407370955161
u16_n1_10:
	addi	a0, a0, -1
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI58_0)
	ld	a1, %lo(.LCPI58_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI59_0:
	.quad	1844674407370955161
u16_n5_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	addi	a0, a0, -1
	lui	a1, %hi(.LCPI59_0)
	ld	a1, %lo(.LCPI59_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI60_0:
	.quad	1844674407370955160
u16_n9_10:
	addi	a0, a0, -9
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI60_0)
	ld	a1, %lo(.LCPI60_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI61_0:
	.quad	1537228672809129302
u16_e0_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI61_0)
	ld	a1, %lo(.LCPI61_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI62_0:
	.quad	1537228672809129301
u16_n0_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI62_0)
	ld	a1, %lo(.LCPI62_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI63_0:
	.quad	1537228672809129301
u16_n1_12:
	addi	a0, a0, -1
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI63_0)
	ld	a1, %lo(.LCPI63_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI64_0:
	.quad	1537228672809129301
u16_e6_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	addi	a0, a0, -2
	lui	a1, %hi(.LCPI64_0)
	ld	a1, %lo(.LCPI64_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
u16_n11_12:
	addi	a0, a0, -11
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	slli	a1, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1364
	slli	a2, a1, 30
	add	a1, a1, a2
	sltu	a0, a1, a0
	ret
.LCPI66_0:
	.quad	307445734561825861
u16_e0_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI66_0)
	ld	a1, %lo(.LCPI66_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI67_0:
	.quad	307445734561825860
u16_n0_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI67_0)
	ld	a1, %lo(.LCPI67_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI68_0:
	.quad	307445734561825860
u16_n1_60:
	addi	a0, a0, -1
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI68_0)
	ld	a1, %lo(.LCPI68_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI69_0:
	.quad	307445734561825860
u16_e30_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	addi	a0, a0, -2
	lui	a1, %hi(.LCPI69_0)
	ld	a1, %lo(.LCPI69_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI70_0:
	.quad	307445734561825859
u16_n59_60:
	addi	a0, a0, -59
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI70_0)
	ld	a1, %lo(.LCPI70_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI71_0:
	.quad	-8116567392432202711
.LCPI71_1:
	.quad	184467440737095517
u16_e0_100:
	lui	a1, %hi(.LCPI71_0)
	ld	a1, %lo(.LCPI71_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI71_1)
	ld	a1, %lo(.LCPI71_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI72_0:
	.quad	-8116567392432202711
.LCPI72_1:
	.quad	184467440737095516
u16_n0_100:
	lui	a1, %hi(.LCPI72_0)
	ld	a1, %lo(.LCPI72_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI72_1)
	ld	a1, %lo(.LCPI72_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI73_0:
	.quad	-8116567392432202711
.LCPI73_1:
	.quad	184467440737095516
u16_n1_100:
	lui	a1, %hi(.LCPI73_0)
	ld	a1, %lo(.LCPI73_0)(a1)
	addi	a0, a0, -1
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI73_1)
	ld	a1, %lo(.LCPI73_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI74_0:
	.quad	-8116567392432202711
.LCPI74_1:
	.quad	184467440737095516
u16_e50_100:
	lui	a1, %hi(.LCPI74_0)
	ld	a1, %lo(.LCPI74_0)(a1)
	mul	a0, a0, a1
	addi	a0, a0, -2
	lui	a1, %hi(.LCPI74_1)
	ld	a1, %lo(.LCPI74_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI75_0:
	.quad	-8116567392432202711
.LCPI75_1:
	.quad	184467440737095515
u16_n99_100:
	lui	a1, %hi(.LCPI75_0)
	ld	a1, %lo(.LCPI75_0)(a1)
	addi	a0, a0, -99
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI75_1)
	ld	a1, %lo(.LCPI75_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI76_0:
	.quad	2066035336255469781
.LCPI76_1:
	.quad	18446744073709552
u16_e0_1000:
	lui	a1, %hi(.LCPI76_0)
	ld	a1, %lo(.LCPI76_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI76_1)
	ld	a1, %lo(.LCPI76_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI77_0:
	.quad	2066035336255469781
.LCPI77_1:
	.quad	18446744073709551
u16_n0_1000:
	lui	a1, %hi(.LCPI77_0)
	ld	a1, %lo(.LCPI77_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI77_1)
	ld	a1, %lo(.LCPI77_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI78_0:
	.quad	2066035336255469781
.LCPI78_1:
	.quad	18446744073709551
u16_n1_1000:
	lui	a1, %hi(.LCPI78_0)
	ld	a1, %lo(.LCPI78_0)(a1)
	addi	a0, a0, -1
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI78_1)
	ld	a1, %lo(.LCPI78_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI79_0:
	.quad	2066035336255469781
.LCPI79_1:
	.quad	18446744073709552
u16_e500_1000:
	lui	a1, %hi(.LCPI79_0)
	ld	a1, %lo(.LCPI79_0)(a1)
	mul	a0, a0, a1
	addi	a0, a0, -4
	lui	a1, %hi(.LCPI79_1)
	ld	a1, %lo(.LCPI79_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI80_0:
	.quad	2066035336255469781
.LCPI80_1:
	.quad	18446744073709550
u16_n999_1000:
	lui	a1, %hi(.LCPI80_0)
	ld	a1, %lo(.LCPI80_0)(a1)
	addi	a0, a0, -999
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI80_1)
	ld	a1, %lo(.LCPI80_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
s16_e0_3:
	lui	a1, 1048571
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addi	a1, a1, -1366
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	lui	a1, 5
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s16_n0_3:
	lui	a1, 1048571
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addi	a1, a1, -1366
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	lui	a1, 5
	addiw	a1, a1, 1364
	sltu	a0, a1, a0
	ret
s16_e0_m3:
	lui	a1, 1048571
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addi	a1, a1, -1366
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	lui	a1, 5
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s16_e0_7:
	lui	a1, 7
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 1
	addi	a1, a1, 585
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	lui	a1, 2
	addiw	a1, a1, 1171
	sltu	a0, a0, a1
	ret
s16_n0_7:
	lui	a1, 7
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 1
	addi	a1, a1, 585
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	lui	a1, 2
	addiw	a1, a1, 1170
	sltu	a0, a1, a0
	ret
s16_e0_m7:
	lui	a1, 7
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 1
	addi	a1, a1, 585
	add	a0, a0, a1
	slli	a0, a0, 48
	srli	a0, a0, 48
	lui	a1, 2
	addiw	a1, a1, 1171
	sltu	a0, a0, a1
	ret
s16_e0_10:
	lui	a1, 1048573
	addiw	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 2
	addiw	a2, a1, -1640
	add	a0, a0, a2
	slli	a2, a0, 15
	slli	a0, a0, 48
	srli	a0, a0, 49
	or	a0, a0, a2
	lui	a2, 16
	addiw	a2, a2, -1
	and	a0, a0, a2
	addiw	a1, a1, -1639
	sltu	a0, a0, a1
	ret
s16_n0_10:
	lui	a1, 1048573
	addiw	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 2
	addiw	a1, a1, -1640
	add	a0, a0, a1
	slli	a2, a0, 15
	slli	a0, a0, 48
	srli	a0, a0, 49
	or	a0, a0, a2
	lui	a2, 16
	addiw	a2, a2, -1
	and	a0, a0, a2
	sltu	a0, a1, a0
	ret
s16_e0_m10:
	lui	a1, 1048573
	addiw	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 2
	addiw	a2, a1, -1640
	add	a0, a0, a2
	slli	a2, a0, 15
	slli	a0, a0, 48
	srli	a0, a0, 49
	or	a0, a0, a2
	lui	a2, 16
	addiw	a2, a2, -1
	and	a0, a0, a2
	addiw	a1, a1, -1639
	sltu	a0, a0, a1
	ret
s16_e0_12:
	lui	a1, 1048571
	addiw	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addiw	a1, a1, -1368
	add	a0, a0, a1
	slli	a1, a0, 14
	slli	a0, a0, 48
	srli	a0, a0, 50
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	lui	a1, 1
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s16_n0_12:
	lui	a1, 1048571
	addiw	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addiw	a1, a1, -1368
	add	a0, a0, a1
	slli	a1, a0, 14
	slli	a0, a0, 48
	srli	a0, a0, 50
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	lui	a1, 1
	addiw	a1, a1, 1364
	sltu	a0, a1, a0
	ret
s16_e0_m12:
	lui	a1, 1048571
	addiw	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addiw	a1, a1, -1368
	add	a0, a0, a1
	slli	a1, a0, 14
	slli	a0, a0, 48
	srli	a0, a0, 50
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	lui	a1, 1
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s16_e0_60:
	lui	a1, 1048575
	addiw	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, 2047
	addi	a0, a0, 137
	slli	a1, a0, 14
	slli	a0, a0, 48
	srli	a0, a0, 50
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 1093
	ret
s16_n0_60:
	lui	a1, 1048575
	addiw	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, 2047
	addi	a0, a0, 137
	slli	a1, a0, 14
	slli	a0, a0, 48
	srli	a0, a0, 50
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 1093
	xori	a0, a0, 1
	ret
s16_e0_m60:
	lui	a1, 1048575
	addiw	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, 2047
	addi	a0, a0, 137
	slli	a1, a0, 14
	slli	a0, a0, 48
	srli	a0, a0, 50
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 1093
	ret
s16_e0_100:
	lui	a1, 6
	addiw	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, 1308
	slli	a1, a0, 14
	slli	a0, a0, 48
	srli	a0, a0, 50
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 655
	ret
s16_n0_100:
	lui	a1, 6
	addiw	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, 1308
	slli	a1, a0, 14
	slli	a0, a0, 48
	srli	a0, a0, 50
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 655
	xori	a0, a0, 1
	ret
s16_e0_m100:
	lui	a1, 6
	addiw	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, 1308
	slli	a1, a0, 14
	slli	a0, a0, 48
	srli	a0, a0, 50
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 655
	ret
s16_e0_1000:
	lui	a1, 8
	addiw	a1, a1, -1835
	mul	a0, a0, a1
	addi	a0, a0, 256
	slli	a1, a0, 13
	slli	a0, a0, 48
	srli	a0, a0, 51
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 65
	ret
s16_n0_1000:
	lui	a1, 8
	addiw	a1, a1, -1835
	mul	a0, a0, a1
	addi	a0, a0, 256
	slli	a1, a0, 13
	slli	a0, a0, 48
	srli	a0, a0, 51
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 65
	xori	a0, a0, 1
	ret
s16_e0_m1000:
	lui	a1, 8
	addiw	a1, a1, -1835
	mul	a0, a0, a1
	addi	a0, a0, 256
	slli	a1, a0, 13
	slli	a0, a0, 48
	srli	a0, a0, 51
	or	a0, a0, a1
	lui	a1, 16
	addiw	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 65
	ret
u32_e0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mulw	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1366
	sltu	a0, a0, a1
	ret
u32_n0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mulw	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u32_n1_3:
	addi	a0, a0, -1
	lui	a1, 699051
	addi	a1, a1, -1365
	mulw	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1364
	sltu	a0, a1, a0
	ret
u32_e2_3:
	addi	a0, a0, -2
	lui	a1, 699051
	addi	a1, a1, -1365
	mulw	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
u32_e0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mulw	a0, a0, a1
	lui	a1, 149797
	addiw	a1, a1, -1755
	sltu	a0, a0, a1
	ret
u32_n0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mulw	a0, a0, a1
	lui	a1, 149797
	addiw	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u32_n1_7:
	addi	a0, a0, -1
	lui	a1, 748983
	addi	a1, a1, -585
	mulw	a0, a0, a1
	lui	a1, 149797
	addiw	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u32_n3_7:
	addi	a0, a0, -3
	lui	a1, 748983
	addi	a1, a1, -585
	mulw	a0, a0, a1
	lui	a1, 149797
	addiw	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u32_e6_7:
	addi	a0, a0, -6
	lui	a1, 748983
	addi	a1, a1, -585
	mulw	a0, a0, a1
	lui	a1, 149797
	addiw	a1, a1, -1756
	sltu	a0, a0, a1
	ret
u32_e0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slliw	a1, a0, 31
	srliw	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addiw	a1, a1, -1638
	sltu	a0, a0, a1
	ret
u32_n0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slliw	a1, a0, 31
	srliw	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addiw	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u32_n1_10:
	addi	a0, a0, -1
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slliw	a1, a0, 31
	srliw	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addiw	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u32_n5_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	addi	a0, a0, -1
	slliw	a1, a0, 31
	srliw	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addiw	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u32_n9_10:
	addi	a0, a0, -9
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slliw	a1, a0, 31
	srliw	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addiw	a1, a1, -1640
	sltu	a0, a1, a0
	ret
u32_e0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addiw	a1, a1, 1366
	sltu	a0, a0, a1
	ret
u32_n0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addiw	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u32_n1_12:
	addi	a0, a0, -1
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addiw	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u32_e6_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	addi	a0, a0, -2
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
u32_n11_12:
	addi	a0, a0, -11
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addiw	a1, a1, 1364
	sltu	a0, a1, a0
	ret
u32_e0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addiw	a1, a1, 1093
	sltu	a0, a0, a1
	ret
u32_n0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addiw	a1, a1, 1092
	sltu	a0, a1, a0
	ret
u32_n1_60:
	addi	a0, a0, -1
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addiw	a1, a1, 1092
	sltu	a0, a1, a0
	ret
u32_e30_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, -2
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addiw	a1, a1, 1092
	sltu	a0, a0, a1
	ret
u32_n59_60:
	addi	a0, a0, -59
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addiw	a1, a1, 1091
	sltu	a0, a1, a0
	ret
u32_e0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addiw	a1, a1, -983
	sltu	a0, a0, a1
	ret
u32_n0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addiw	a1, a1, -984
	sltu	a0, a1, a0
	ret
u32_n1_100:
	addi	a0, a0, -1
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addiw	a1, a1, -984
	sltu	a0, a1, a0
	ret
u32_e50_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, -2
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addiw	a1, a1, -983
	sltu	a0, a0, a1
	ret
u32_n99_100:
	addi	a0, a0, -99
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addiw	a1, a1, -985
	sltu	a0, a1, a0
	ret
u32_e0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slliw	a1, a0, 29
	srliw	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addiw	a1, a1, -1736
	sltu	a0, a0, a1
	ret
u32_n0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slliw	a1, a0, 29
	srliw	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addiw	a1, a1, -1737
	sltu	a0, a1, a0
	ret
u32_n1_1000:
	addi	a0, a0, -1
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slliw	a1, a0, 29
	srliw	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addiw	a1, a1, -1737
	sltu	a0, a1, a0
	ret
u32_e500_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	addi	a0, a0, -4
	slliw	a1, a0, 29
	srliw	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addiw	a1, a1, -1737
	sltu	a0, a0, a1
	ret
u32_n999_1000:
	addi	a0, a0, -999
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slliw	a1, a0, 29
	srliw	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addiw	a1, a1, -1738
	sltu	a0, a1, a0
	ret
u32_e0_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mulw	a0, a0, a1
	sltiu	a0, a0, 5
	ret
u32_n0_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mulw	a0, a0, a1
	sltiu	a0, a0, 5
	xori	a0, a0, 1
	ret
u32_n1_1000000007:
	addi	a0, a0, -1
	lui	a1, 504968
	addi	a1, a1, 951
	mulw	a0, a0, a1
	sltiu	a0, a0, 5
	xori	a0, a0, 1
	ret
u32_n500000003_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	lui	a1, 776772
	addi	a1, a1, 475
	addw	a0, a0, a1
	sltiu	a0, a0, 4
	xori	a0, a0, 1
	ret
u32_e1000000006_1000000007:
	addi	a0, a0, 1
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	addiw	a0, a0, -1
	sltiu	a0, a0, 4
	ret
s32_e0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1366
	addw	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s32_n0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1366
	addw	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1364
	sltu	a0, a1, a0
	ret
s32_e0_m3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1366
	addw	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s32_e0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 74898
	addi	a1, a1, 1170
	addw	a0, a0, a1
	lui	a1, 149797
	addiw	a1, a1, -1755
	sltu	a0, a0, a1
	ret
s32_n0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 74898
	addi	a1, a1, 1170
	addw	a0, a0, a1
	lui	a1, 149797
	addiw	a1, a1, -1756
	sltu	a0, a1, a0
	ret
s32_e0_m7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 74898
	addi	a1, a1, 1170
	addw	a0, a0, a1
	lui	a1, 149797
	addiw	a1, a1, -1755
	sltu	a0, a0, a1
	ret
s32_e0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 104858
	addi	a2, a1, -1640
	add	a0, a0, a2
	slliw	a2, a0, 31
	srliw	a0, a0, 1
	or	a0, a0, a2
	addiw	a1, a1, -1639
	sltu	a0, a0, a1
	ret
s32_n0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 104858
	addiw	a1, a1, -1640
	add	a0, a0, a1
	slliw	a2, a0, 31
	srliw	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
s32_e0_m10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 104858
	addi	a2, a1, -1640
	add	a0, a0, a2
	slliw	a2, a0, 31
	srliw	a0, a0, 1
	or	a0, a0, a2
	addiw	a1, a1, -1639
	sltu	a0, a0, a1
	ret
s32_e0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1368
	add	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s32_n0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1368
	add	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addiw	a1, a1, 1364
	sltu	a0, a1, a0
	ret
s32_e0_m12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1368
	add	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addiw	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s32_e0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	lui	a1, 34953
	addi	a1, a1, -1912
	add	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addiw	a1, a1, 1093
	sltu	a0, a0, a1
	ret
s32_n0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	lui	a1, 34953
	addi	a1, a1, -1912
	add	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addiw	a1, a1, 1092
	sltu	a0, a1, a0
	ret
s32_e0_m60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	lui	a1, 34953
	addi	a1, a1, -1912
	add	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addiw	a1, a1, 1093
	sltu	a0, a0, a1
	ret
s32_e0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	lui	a1, 20972
	addi	a1, a1, -1968
	add	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addiw	a1, a1, -983
	sltu	a0, a0, a1
	ret
s32_n0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	lui	a1, 20972
	addi	a1, a1, -1968
	add	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addiw	a1, a1, -984
	sltu	a0, a1, a0
	ret
s32_e0_m100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	lui	a1, 20972
	addi	a1, a1, -1968
	add	a0, a0, a1
	slliw	a1, a0, 30
	srliw	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addiw	a1, a1, -983
	sltu	a0, a0, a1
	ret
s32_e0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	lui	a1, 4194
	addi	a1, a1, 1240
	add	a0, a0, a1
	slliw	a1, a0, 29
	srliw	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addiw	a1, a1, -1737
	sltu	a0, a0, a1
	ret
s32_n0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	lui	a1, 4194
	addi	a1, a1, 1240
	add	a0, a0, a1
	slliw	a1, a0, 29
	srliw	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addiw	a1, a1, -1738
	sltu	a0, a1, a0
	ret
s32_e0_m1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	lui	a1, 4194
	addi	a1, a1, 1240
	add	a0, a0, a1
	slliw	a1, a0, 29
	srliw	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addiw	a1, a1, -1737
	sltu	a0, a0, a1
	ret
s32_e0_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	addiw	a0, a0, 2
	sltiu	a0, a0, 5
	ret
s32_n0_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	addiw	a0, a0, 2
	sltiu	a0, a0, 5
	xori	a0, a0, 1
	ret
s32_e0_m1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	addiw	a0, a0, 2
	sltiu	a0, a0, 5
	ret
.LCPI165_0:
	.quad	6148914691236517206
u64_e0_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI165_0)
	ld	a2, %lo(.LCPI165_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a0, a2
	ret
u64_n0_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	slli	a2, a1, 32
	add	a1, a1, a2
	sltu	a0, a1, a0
	ret
.LCPI167_0:
	.quad	6148914691236517204
u64_n1_3:
	addi	a0, a0, -1
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI167_0)
	ld	a2, %lo(.LCPI167_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
u64_e2_3:
	addi	a0, a0, -2
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1365
	slli	a2, a1, 32
	add	a1, a1, a2
	sltu	a0, a0, a1
	ret
.LCPI169_0:
	.quad	2635249153387078803
u64_e0_7:
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI169_0)
	ld	a2, %lo(.LCPI169_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a0, a2
	ret
.LCPI170_0:
	.quad	2635249153387078802
u64_n0_7:
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI170_0)
	ld	a2, %lo(.LCPI170_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI171_0:
	.quad	2635249153387078802
u64_n1_7:
	addi	a0, a0, -1
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI171_0)
	ld	a2, %lo(.LCPI171_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI172_0:
	.quad	2635249153387078801
u64_n3_7:
	addi	a0, a0, -3
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI172_0)
	ld	a2, %lo(.LCPI172_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI173_0:
	.quad	2635249153387078802
u64_e6_7:
	addi	a0, a0, -6
	lui	a1, 748983
	addiw	a1, a1, -585
	lui	a2, %hi(.LCPI173_0)
	ld	a2, %lo(.LCPI173_0)(a2)
	slli	a3, a1, 33
	add	a1, a1, a3
	mul	a0, a0, a1
	sltu	a0, a0, a2
	ret
.LCPI174_0:
	.quad	1844674407370955162
u64_e0_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI174_0)
	ld	a1, %lo(.LCPI174_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI175_0:
	.quad	1844674407370955161
u64_n0_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI175_0)
	ld	a1, %lo(.LCPI175_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI176_0:
	.quad	1844674407370955161
u64_n1_10:
	addi	a0, a0, -1
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI176_0)
	ld	a1, %lo(.LCPI176_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI177_0:
	.quad	1844674407370955161
u64_n5_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	addi	a0, a0, -1
	lui	a1, %hi(.LCPI177_0)
	ld	a1, %lo(.LCPI177_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI178_0:
	.quad	1844674407370955160
u64_n9_10:
	addi	a0, a0, -9
	lui	a1, 838861
	addiw	a1, a1, -819
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI178_0)
	ld	a1, %lo(.LCPI178_0)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI179_0:
	.quad	1537228672809129302
u64_e0_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI179_0)
	ld	a1, %lo(.LCPI179_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI180_0:
	.quad	1537228672809129301
u64_n0_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI180_0)
	ld	a1, %lo(.LCPI180_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI181_0:
	.quad	1537228672809129301
u64_n1_12:
	addi	a0, a0, -1
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI181_0)
	ld	a1, %lo(.LCPI181_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI182_0:
	.quad	1537228672809129301
u64_e6_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	addi	a0, a0, -2
	lui	a1, %hi(.LCPI182_0)
	ld	a1, %lo(.LCPI182_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
u64_n11_12:
	addi	a0, a0, -11
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	slli	a1, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1364
	slli	a2, a1, 30
	add	a1, a1, a2
	sltu	a0, a1, a0
	ret
.LCPI184_0:
	.quad	307445734561825861
u64_e0_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI184_0)
	ld	a1, %lo(.LCPI184_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI185_0:
	.quad	307445734561825860
u64_n0_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI185_0)
	ld	a1, %lo(.LCPI185_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI186_0:
	.quad	307445734561825860
u64_n1_60:
	addi	a0, a0, -1
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI186_0)
	ld	a1, %lo(.LCPI186_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI187_0:
	.quad	307445734561825860
u64_e30_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	addi	a0, a0, -2
	lui	a1, %hi(.LCPI187_0)
	ld	a1, %lo(.LCPI187_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI188_0:
	.quad	307445734561825859
u64_n59_60:
	addi	a0, a0, -59
	lui	a1, 978671
	addiw	a1, a1, -273
	slli	a2, a1, 32
	add	a1, a1, a2
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI188_0)
	ld	a1, %lo(.LCPI188_0)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI189_0:
	.quad	-8116567392432202711
.LCPI189_1:
	.quad	184467440737095517
u64_e0_100:
	lui	a1, %hi(.LCPI189_0)
	ld	a1, %lo(.LCPI189_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI189_1)
	ld	a1, %lo(.LCPI189_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI190_0:
	.quad	-8116567392432202711
.LCPI190_1:
	.quad	184467440737095516
u64_n0_100:
	lui	a1, %hi(.LCPI190_0)
	ld	a1, %lo(.LCPI190_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI190_1)
	ld	a1, %lo(.LCPI190_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI191_0:
	.quad	-8116567392432202711
.LCPI191_1:
	.quad	184467440737095516
u64_n1_100:
	lui	a1, %hi(.LCPI191_0)
	ld	a1, %lo(.LCPI191_0)(a1)
	addi	a0, a0, -1
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI191_1)
	ld	a1, %lo(.LCPI191_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI192_0:
	.quad	-8116567392432202711
.LCPI192_1:
	.quad	184467440737095516
u64_e50_100:
	lui	a1, %hi(.LCPI192_0)
	ld	a1, %lo(.LCPI192_0)(a1)
	mul	a0, a0, a1
	addi	a0, a0, -2
	lui	a1, %hi(.LCPI192_1)
	ld	a1, %lo(.LCPI192_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI193_0:
	.quad	-8116567392432202711
.LCPI193_1:
	.quad	184467440737095515
u64_n99_100:
	lui	a1, %hi(.LCPI193_0)
	ld	a1, %lo(.LCPI193_0)(a1)
	addi	a0, a0, -99
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI193_1)
	ld	a1, %lo(.LCPI193_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI194_0:
	.quad	2066035336255469781
.LCPI194_1:
	.quad	18446744073709552
u64_e0_1000:
	lui	a1, %hi(.LCPI194_0)
	ld	a1, %lo(.LCPI194_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI194_1)
	ld	a1, %lo(.LCPI194_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI195_0:
	.quad	2066035336255469781
.LCPI195_1:
	.quad	18446744073709551
u64_n0_1000:
	lui	a1, %hi(.LCPI195_0)
	ld	a1, %lo(.LCPI195_0)(a1)
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI195_1)
	ld	a1, %lo(.LCPI195_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI196_0:
	.quad	2066035336255469781
.LCPI196_1:
	.quad	18446744073709551
u64_n1_1000:
	lui	a1, %hi(.LCPI196_0)
	ld	a1, %lo(.LCPI196_0)(a1)
	addi	a0, a0, -1
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI196_1)
	ld	a1, %lo(.LCPI196_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI197_0:
	.quad	2066035336255469781
.LCPI197_1:
	.quad	18446744073709552
u64_e500_1000:
	lui	a1, %hi(.LCPI197_0)
	ld	a1, %lo(.LCPI197_0)(a1)
	mul	a0, a0, a1
	addi	a0, a0, -4
	lui	a1, %hi(.LCPI197_1)
	ld	a1, %lo(.LCPI197_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI198_0:
	.quad	2066035336255469781
.LCPI198_1:
	.quad	18446744073709550
u64_n999_1000:
	lui	a1, %hi(.LCPI198_0)
	ld	a1, %lo(.LCPI198_0)(a1)
	addi	a0, a0, -999
	mul	a0, a0, a1
	lui	a1, %hi(.LCPI198_1)
	ld	a1, %lo(.LCPI198_1)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI199_0:
	.quad	-4947476124452486217
u64_e0_1000000007:
	lui	a1, %hi(.LCPI199_0)
	ld	a1, %lo(.LCPI199_0)(a1)
	mul	a0, a0, a1
	lui	a1, 281475
	slli	a1, a1, 4
	addi	a1, a1, -1655
	sltu	a0, a0, a1
	ret
.LCPI200_0:
	.quad	-4947476124452486217
u64_n0_1000000007:
	lui	a1, %hi(.LCPI200_0)
	ld	a1, %lo(.LCPI200_0)(a1)
	mul	a0, a0, a1
	lui	a1, 281475
	slli	a1, a1, 4
	addi	a1, a1, -1656
	sltu	a0, a1, a0
	ret
.LCPI201_0:
	.quad	-4947476124452486217
u64_n1_1000000007:
	lui	a1, %hi(.LCPI201_0)
	ld	a1, %lo(.LCPI201_0)(a1)
	addi	a0, a0, -1
	mul	a0, a0, a1
	lui	a1, 281475
	slli	a1, a1, 4
	addi	a1, a1, -1656
	sltu	a0, a1, a0
	ret
.LCPI202_0:
	.quad	-4947476124452486217
.LCPI202_1:
	.quad	-2473738062226243109
u64_n500000003_1000000007:
	lui	a1, %hi(.LCPI202_0)
	ld	a1, %lo(.LCPI202_0)(a1)
	lui	a2, %hi(.LCPI202_1)
	ld	a2, %lo(.LCPI202_1)(a2)
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, 281475
	slli	a1, a1, 4
	addi	a1, a1, -1656
	sltu	a0, a1, a0
	ret
.LCPI203_0:
	.quad	-4947476124452486217
u64_e1000000006_1000000007:
	lui	a1, %hi(.LCPI203_0)
	ld	a1, %lo(.LCPI203_0)(a1)
	addi	a0, a0, 1
	mul	a0, a0, a1
	addi	a0, a0, -1
	lui	a1, 281475
	slli	a1, a1, 4
	addi	a1, a1, -1656
	sltu	a0, a0, a1
	ret
.LCPI204_0:
	.quad	3074457345618258602
s64_e0_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI204_0)
	ld	a2, %lo(.LCPI204_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, 349525
	addiw	a1, a1, 1365
	slli	a2, a1, 32
	add	a1, a1, a2
	sltu	a0, a0, a1
	ret
.LCPI205_0:
	.quad	3074457345618258602
.LCPI205_1:
	.quad	6148914691236517204
s64_n0_3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	slli	a2, a1, 32
	lui	a3, %hi(.LCPI205_0)
	ld	a3, %lo(.LCPI205_0)(a3)
	lui	a4, %hi(.LCPI205_1)
	ld	a4, %lo(.LCPI205_1)(a4)
	add	a1, a1, a2
	mul	a0, a0, a1
	add	a0, a0, a3
	sltu	a0, a4, a0
	ret
.LCPI206_0:
	.quad	3074457345618258602
s64_e0_m3:
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI206_0)
	ld	a2, %lo(.LCPI206_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, 349525
	addiw	a1, a1, 1365
	slli	a2, a1, 32
	add	a1, a1, a2
	sltu	a0, a0, a1
	ret
.LCPI207_0:
	.quad	1317624576693539401
.LCPI207_1:
	.quad	2635249153387078803
s64_e0_7:
	lui	a1, 748983
	addiw	a1, a1, -585
	slli	a2, a1, 33
	lui	a3, %hi(.LCPI207_0)
	ld	a3, %lo(.LCPI207_0)(a3)
	lui	a4, %hi(.LCPI207_1)
	ld	a4, %lo(.LCPI207_1)(a4)
	add	a1, a1, a2
	mul	a0, a0, a1
	add	a0, a0, a3
	sltu	a0, a0, a4
	ret
.LCPI208_0:
	.quad	1317624576693539401
.LCPI208_1:
	.quad	2635249153387078802
s64_n0_7:
	lui	a1, 748983
	addiw	a1, a1, -585
	slli	a2, a1, 33
	lui	a3, %hi(.LCPI208_0)
	ld	a3, %lo(.LCPI208_0)(a3)
	lui	a4, %hi(.LCPI208_1)
	ld	a4, %lo(.LCPI208_1)(a4)
	add	a1, a1, a2
	mul	a0, a0, a1
	add	a0, a0, a3
	sltu	a0, a4, a0
	ret
.LCPI209_0:
	.quad	1317624576693539401
.LCPI209_1:
	.quad	2635249153387078803
s64_e0_m7:
	lui	a1, 748983
	addiw	a1, a1, -585
	slli	a2, a1, 33
	lui	a3, %hi(.LCPI209_0)
	ld	a3, %lo(.LCPI209_0)(a3)
	lui	a4, %hi(.LCPI209_1)
	ld	a4, %lo(.LCPI209_1)(a4)
	add	a1, a1, a2
	mul	a0, a0, a1
	add	a0, a0, a3
	sltu	a0, a0, a4
	ret
.LCPI210_0:
	.quad	1844674407370955160
.LCPI210_1:
	.quad	1844674407370955161
s64_e0_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	lui	a2, %hi(.LCPI210_0)
	ld	a2, %lo(.LCPI210_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI210_1)
	ld	a1, %lo(.LCPI210_1)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI211_0:
	.quad	1844674407370955160
s64_n0_10:
	lui	a1, 838861
	addiw	a1, a1, -819
	lui	a2, %hi(.LCPI211_0)
	ld	a2, %lo(.LCPI211_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	slli	a1, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a1
	sltu	a0, a2, a0
	ret
.LCPI212_0:
	.quad	1844674407370955160
.LCPI212_1:
	.quad	1844674407370955161
s64_e0_m10:
	lui	a1, 838861
	addiw	a1, a1, -819
	lui	a2, %hi(.LCPI212_0)
	ld	a2, %lo(.LCPI212_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI212_1)
	ld	a1, %lo(.LCPI212_1)(a1)
	slli	a2, a0, 63
	srli	a0, a0, 1
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI213_0:
	.quad	3074457345618258600
.LCPI213_1:
	.quad	1537228672809129301
s64_e0_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI213_0)
	ld	a2, %lo(.LCPI213_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI213_1)
	ld	a1, %lo(.LCPI213_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI214_0:
	.quad	3074457345618258600
s64_n0_12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI214_0)
	ld	a2, %lo(.LCPI214_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	slli	a1, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 349525
	addiw	a1, a1, 1364
	slli	a2, a1, 30
	add	a1, a1, a2
	sltu	a0, a1, a0
	ret
.LCPI215_0:
	.quad	3074457345618258600
.LCPI215_1:
	.quad	1537228672809129301
s64_e0_m12:
	lui	a1, 699051
	addiw	a1, a1, -1365
	lui	a2, %hi(.LCPI215_0)
	ld	a2, %lo(.LCPI215_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI215_1)
	ld	a1, %lo(.LCPI215_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI216_0:
	.quad	614891469123651720
.LCPI216_1:
	.quad	307445734561825861
s64_e0_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	lui	a2, %hi(.LCPI216_0)
	ld	a2, %lo(.LCPI216_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI216_1)
	ld	a1, %lo(.LCPI216_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI217_0:
	.quad	614891469123651720
.LCPI217_1:
	.quad	307445734561825860
s64_n0_60:
	lui	a1, 978671
	addiw	a1, a1, -273
	lui	a2, %hi(.LCPI217_0)
	ld	a2, %lo(.LCPI217_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI217_1)
	ld	a1, %lo(.LCPI217_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI218_0:
	.quad	614891469123651720
.LCPI218_1:
	.quad	307445734561825861
s64_e0_m60:
	lui	a1, 978671
	addiw	a1, a1, -273
	lui	a2, %hi(.LCPI218_0)
	ld	a2, %lo(.LCPI218_0)(a2)
	slli	a3, a1, 32
	add	a1, a1, a3
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI218_1)
	ld	a1, %lo(.LCPI218_1)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI219_0:
	.quad	-8116567392432202711
.LCPI219_1:
	.quad	368934881474191032
.LCPI219_2:
	.quad	184467440737095517
s64_e0_100:
	lui	a1, %hi(.LCPI219_0)
	ld	a1, %lo(.LCPI219_0)(a1)
	lui	a2, %hi(.LCPI219_1)
	ld	a2, %lo(.LCPI219_1)(a2)
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI219_2)
	ld	a1, %lo(.LCPI219_2)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI220_0:
	.quad	-8116567392432202711
.LCPI220_1:
	.quad	368934881474191032
.LCPI220_2:
	.quad	184467440737095516
s64_n0_100:
	lui	a1, %hi(.LCPI220_0)
	ld	a1, %lo(.LCPI220_0)(a1)
	lui	a2, %hi(.LCPI220_1)
	ld	a2, %lo(.LCPI220_1)(a2)
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI220_2)
	ld	a1, %lo(.LCPI220_2)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI221_0:
	.quad	-8116567392432202711
.LCPI221_1:
	.quad	368934881474191032
.LCPI221_2:
	.quad	184467440737095517
s64_e0_m100:
	lui	a1, %hi(.LCPI221_0)
	ld	a1, %lo(.LCPI221_0)(a1)
	lui	a2, %hi(.LCPI221_1)
	ld	a2, %lo(.LCPI221_1)(a2)
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI221_2)
	ld	a1, %lo(.LCPI221_2)(a1)
	slli	a2, a0, 62
	srli	a0, a0, 2
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI222_0:
	.quad	2066035336255469781
.LCPI222_1:
	.quad	73786976294838200
.LCPI222_2:
	.quad	18446744073709551
s64_e0_1000:
	lui	a1, %hi(.LCPI222_0)
	ld	a1, %lo(.LCPI222_0)(a1)
	lui	a2, %hi(.LCPI222_1)
	ld	a2, %lo(.LCPI222_1)(a2)
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI222_2)
	ld	a1, %lo(.LCPI222_2)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI223_0:
	.quad	2066035336255469781
.LCPI223_1:
	.quad	73786976294838200
.LCPI223_2:
	.quad	18446744073709550
s64_n0_1000:
	lui	a1, %hi(.LCPI223_0)
	ld	a1, %lo(.LCPI223_0)(a1)
	lui	a2, %hi(.LCPI223_1)
	ld	a2, %lo(.LCPI223_1)(a2)
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI223_2)
	ld	a1, %lo(.LCPI223_2)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a1, a0
	ret
.LCPI224_0:
	.quad	2066035336255469781
.LCPI224_1:
	.quad	73786976294838200
.LCPI224_2:
	.quad	18446744073709551
s64_e0_m1000:
	lui	a1, %hi(.LCPI224_0)
	ld	a1, %lo(.LCPI224_0)(a1)
	lui	a2, %hi(.LCPI224_1)
	ld	a2, %lo(.LCPI224_1)(a2)
	mul	a0, a0, a1
	add	a0, a0, a2
	lui	a1, %hi(.LCPI224_2)
	ld	a1, %lo(.LCPI224_2)(a1)
	slli	a2, a0, 61
	srli	a0, a0, 3
	or	a0, a0, a2
	sltu	a0, a0, a1
	ret
.LCPI225_0:
	.quad	-4947476124452486217
s64_e0_1000000007:
	lui	a1, %hi(.LCPI225_0)
	ld	a1, %lo(.LCPI225_0)(a1)
	mul	a0, a0, a1
	lui	a1, 281475
	slli	a2, a1, 3
	addi	a2, a2, -828
	add	a0, a0, a2
	slli	a1, a1, 4
	addi	a1, a1, -1655
	sltu	a0, a0, a1
	ret
.LCPI226_0:
	.quad	-4947476124452486217
s64_n0_1000000007:
	lui	a1, %hi(.LCPI226_0)
	ld	a1, %lo(.LCPI226_0)(a1)
	mul	a0, a0, a1
	lui	a1, 281475
	slli	a2, a1, 3
	addi	a2, a2, -828
	add	a0, a0, a2
	slli	a1, a1, 4
	addi	a1, a1, -1656
	sltu	a0, a1, a0
	ret
.LCPI227_0:
	.quad	-4947476124452486217
s64_e0_m1000000007:
	lui	a1, %hi(.LCPI227_0)
	ld	a1, %lo(.LCPI227_0)(a1)
	mul	a0, a0, a1
	lui	a1, 281475
	slli	a2, a1, 3
	addi	a2, a2, -828
	add	a0, a0, a2
	slli	a1, a1, 4
	addi	a1, a1, -1655
	sltu	a0, a0, a1
	ret
