u8_e0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1366
	sltu	a0, a0, a1
	ret
u8_n0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u8_n1_3:
	addi	a0, a0, -1
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
u8_e2_3:
	addi	a0, a0, -2
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
u8_e0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1755
	sltu	a0, a0, a1
	ret
u8_n0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u8_n1_7:
	addi	a0, a0, -1
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u8_n3_7:
	addi	a0, a0, -3
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u8_e6_7:
	addi	a0, a0, -6
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a0, a1
	ret
u8_e0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1638
	sltu	a0, a0, a1
	ret
u8_n0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u8_n1_10:
	addi	a0, a0, -1
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u8_n5_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	addi	a0, a0, -1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u8_n9_10:
	addi	a0, a0, -9
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1640
	sltu	a0, a1, a0
	ret
u8_e0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1366
	sltu	a0, a0, a1
	ret
u8_n0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u8_n1_12:
	addi	a0, a0, -1
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u8_e6_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	addi	a0, a0, -2
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
u8_n11_12:
	addi	a0, a0, -11
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
u8_e0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1093
	sltu	a0, a0, a1
	ret
u8_n0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a1, a0
	ret
u8_n1_60:
	addi	a0, a0, -1
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a1, a0
	ret
u8_e30_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, -2
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a0, a1
	ret
u8_n59_60:
	addi	a0, a0, -59
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1091
	sltu	a0, a1, a0
	ret
u8_e0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -983
	sltu	a0, a0, a1
	ret
u8_n0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -984
	sltu	a0, a1, a0
	ret
u8_n1_100:
	addi	a0, a0, -1
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -984
	sltu	a0, a1, a0
	ret
u8_e50_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, -2
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -983
	sltu	a0, a0, a1
	ret
u8_n99_100:
	addi	a0, a0, -99
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -985
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
	slli	a0, a0, 24
	srli	a0, a0, 25
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 25
	ret
s8_n0_10:
	li	a1, -51
	mul	a0, a0, a1
	addi	a0, a0, 24
	slli	a1, a0, 7
	slli	a0, a0, 24
	srli	a0, a0, 25
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
	slli	a0, a0, 24
	srli	a0, a0, 25
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 25
	ret
s8_e0_12:
	li	a1, -85
	mul	a0, a0, a1
	addi	a0, a0, 40
	slli	a1, a0, 6
	slli	a0, a0, 24
	srli	a0, a0, 26
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 21
	ret
s8_n0_12:
	li	a1, -85
	mul	a0, a0, a1
	addi	a0, a0, 40
	slli	a1, a0, 6
	slli	a0, a0, 24
	srli	a0, a0, 26
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
	slli	a0, a0, 24
	srli	a0, a0, 26
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 21
	ret
s8_e0_60:
	slli	a1, a0, 4
	add	a0, a0, a1
	li	a1, 8
	sub	a1, a1, a0
	slli	a0, a1, 6
	slli	a1, a1, 24
	srli	a1, a1, 26
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 5
	ret
s8_n0_60:
	slli	a1, a0, 4
	add	a0, a0, a1
	li	a1, 8
	sub	a1, a1, a0
	slli	a0, a1, 6
	slli	a1, a1, 24
	srli	a1, a1, 26
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 5
	xori	a0, a0, 1
	ret
s8_e0_m60:
	slli	a1, a0, 4
	add	a0, a0, a1
	li	a1, 8
	sub	a1, a1, a0
	slli	a0, a1, 6
	slli	a1, a1, 24
	srli	a1, a1, 26
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 5
	ret
s8_e0_100:
	li	a1, 41
	mul	a0, a0, a1
	addi	a0, a0, 4
	slli	a1, a0, 6
	slli	a0, a0, 24
	srli	a0, a0, 26
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 3
	ret
s8_n0_100:
	li	a1, 41
	mul	a0, a0, a1
	addi	a0, a0, 4
	slli	a1, a0, 6
	slli	a0, a0, 24
	srli	a0, a0, 26
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
	slli	a0, a0, 24
	srli	a0, a0, 26
	or	a0, a0, a1
	andi	a0, a0, 255
	sltiu	a0, a0, 3
	ret
u16_e0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1366
	sltu	a0, a0, a1
	ret
u16_n0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u16_n1_3:
	addi	a0, a0, -1
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
u16_e2_3:
	addi	a0, a0, -2
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
u16_e0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1755
	sltu	a0, a0, a1
	ret
u16_n0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u16_n1_7:
	addi	a0, a0, -1
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u16_n3_7:
	addi	a0, a0, -3
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u16_e6_7:
	addi	a0, a0, -6
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a0, a1
	ret
u16_e0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1638
	sltu	a0, a0, a1
	ret
u16_n0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u16_n1_10:
	addi	a0, a0, -1
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u16_n5_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	addi	a0, a0, -1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u16_n9_10:
	addi	a0, a0, -9
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1640
	sltu	a0, a1, a0
	ret
u16_e0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1366
	sltu	a0, a0, a1
	ret
u16_n0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u16_n1_12:
	addi	a0, a0, -1
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u16_e6_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	addi	a0, a0, -2
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
u16_n11_12:
	addi	a0, a0, -11
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
u16_e0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1093
	sltu	a0, a0, a1
	ret
u16_n0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a1, a0
	ret
u16_n1_60:
	addi	a0, a0, -1
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a1, a0
	ret
u16_e30_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, -2
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a0, a1
	ret
u16_n59_60:
	addi	a0, a0, -59
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1091
	sltu	a0, a1, a0
	ret
u16_e0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -983
	sltu	a0, a0, a1
	ret
u16_n0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -984
	sltu	a0, a1, a0
	ret
u16_n1_100:
	addi	a0, a0, -1
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -984
	sltu	a0, a1, a0
	ret
u16_e50_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, -2
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -983
	sltu	a0, a0, a1
	ret
u16_n99_100:
	addi	a0, a0, -99
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -985
	sltu	a0, a1, a0
	ret
u16_e0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1736
	sltu	a0, a0, a1
	ret
u16_n0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1737
	sltu	a0, a1, a0
	ret
u16_n1_1000:
	addi	a0, a0, -1
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1737
	sltu	a0, a1, a0
	ret
u16_e500_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	addi	a0, a0, -4
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1737
	sltu	a0, a0, a1
	ret
u16_n999_1000:
	addi	a0, a0, -999
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1738
	sltu	a0, a1, a0
	ret
s16_e0_3:
	lui	a1, 1048571
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addi	a1, a1, -1366
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	lui	a1, 5
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s16_n0_3:
	lui	a1, 1048571
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addi	a1, a1, -1366
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	lui	a1, 5
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
s16_e0_m3:
	lui	a1, 1048571
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addi	a1, a1, -1366
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	lui	a1, 5
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s16_e0_7:
	lui	a1, 7
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 1
	addi	a1, a1, 585
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	lui	a1, 2
	addi	a1, a1, 1171
	sltu	a0, a0, a1
	ret
s16_n0_7:
	lui	a1, 7
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 1
	addi	a1, a1, 585
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	lui	a1, 2
	addi	a1, a1, 1170
	sltu	a0, a1, a0
	ret
s16_e0_m7:
	lui	a1, 7
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 1
	addi	a1, a1, 585
	add	a0, a0, a1
	slli	a0, a0, 16
	srli	a0, a0, 16
	lui	a1, 2
	addi	a1, a1, 1171
	sltu	a0, a0, a1
	ret
s16_e0_10:
	lui	a1, 1048573
	addi	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 2
	addi	a2, a1, -1640
	add	a0, a0, a2
	slli	a2, a0, 15
	slli	a0, a0, 16
	srli	a0, a0, 17
	or	a0, a0, a2
	lui	a2, 16
	addi	a2, a2, -1
	and	a0, a0, a2
	addi	a1, a1, -1639
	sltu	a0, a0, a1
	ret
s16_n0_10:
	lui	a1, 1048573
	addi	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 2
	addi	a1, a1, -1640
	add	a0, a0, a1
	slli	a2, a0, 15
	slli	a0, a0, 16
	srli	a0, a0, 17
	or	a0, a0, a2
	lui	a2, 16
	addi	a2, a2, -1
	and	a0, a0, a2
	sltu	a0, a1, a0
	ret
s16_e0_m10:
	lui	a1, 1048573
	addi	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 2
	addi	a2, a1, -1640
	add	a0, a0, a2
	slli	a2, a0, 15
	slli	a0, a0, 16
	srli	a0, a0, 17
	or	a0, a0, a2
	lui	a2, 16
	addi	a2, a2, -1
	and	a0, a0, a2
	addi	a1, a1, -1639
	sltu	a0, a0, a1
	ret
s16_e0_12:
	lui	a1, 1048571
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addi	a1, a1, -1368
	add	a0, a0, a1
	slli	a1, a0, 14
	slli	a0, a0, 16
	srli	a0, a0, 18
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	lui	a1, 1
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s16_n0_12:
	lui	a1, 1048571
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addi	a1, a1, -1368
	add	a0, a0, a1
	slli	a1, a0, 14
	slli	a0, a0, 16
	srli	a0, a0, 18
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	lui	a1, 1
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
s16_e0_m12:
	lui	a1, 1048571
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 3
	addi	a1, a1, -1368
	add	a0, a0, a1
	slli	a1, a0, 14
	slli	a0, a0, 16
	srli	a0, a0, 18
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	lui	a1, 1
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s16_e0_60:
	lui	a1, 1048575
	addi	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, 2047
	addi	a0, a0, 137
	slli	a1, a0, 14
	slli	a0, a0, 16
	srli	a0, a0, 18
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 1093
	ret
s16_n0_60:
	lui	a1, 1048575
	addi	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, 2047
	addi	a0, a0, 137
	slli	a1, a0, 14
	slli	a0, a0, 16
	srli	a0, a0, 18
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 1093
	xori	a0, a0, 1
	ret
s16_e0_m60:
	lui	a1, 1048575
	addi	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, 2047
	addi	a0, a0, 137
	slli	a1, a0, 14
	slli	a0, a0, 16
	srli	a0, a0, 18
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 1093
	ret
s16_e0_100:
	lui	a1, 6
	addi	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, 1308
	slli	a1, a0, 14
	slli	a0, a0, 16
	srli	a0, a0, 18
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 655
	ret
s16_n0_100:
	lui	a1, 6
	addi	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, 1308
	slli	a1, a0, 14
	slli	a0, a0, 16
	srli	a0, a0, 18
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 655
	xori	a0, a0, 1
	ret
s16_e0_m100:
	lui	a1, 6
	addi	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, 1308
	slli	a1, a0, 14
	slli	a0, a0, 16
	srli	a0, a0, 18
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 655
	ret
s16_e0_1000:
	lui	a1, 8
	addi	a1, a1, -1835
	mul	a0, a0, a1
	addi	a0, a0, 256
	slli	a1, a0, 13
	slli	a0, a0, 16
	srli	a0, a0, 19
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 65
	ret
s16_n0_1000:
	lui	a1, 8
	addi	a1, a1, -1835
	mul	a0, a0, a1
	addi	a0, a0, 256
	slli	a1, a0, 13
	slli	a0, a0, 16
	srli	a0, a0, 19
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 65
	xori	a0, a0, 1
	ret
s16_e0_m1000:
	lui	a1, 8
	addi	a1, a1, -1835
	mul	a0, a0, a1
	addi	a0, a0, 256
	slli	a1, a0, 13
	slli	a0, a0, 16
	srli	a0, a0, 19
	or	a0, a0, a1
	lui	a1, 16
	addi	a1, a1, -1
	and	a0, a0, a1
	sltiu	a0, a0, 65
	ret
u32_e0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1366
	sltu	a0, a0, a1
	ret
u32_n0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u32_n1_3:
	addi	a0, a0, -1
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
u32_e2_3:
	addi	a0, a0, -2
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
u32_e0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1755
	sltu	a0, a0, a1
	ret
u32_n0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u32_n1_7:
	addi	a0, a0, -1
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u32_n3_7:
	addi	a0, a0, -3
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
u32_e6_7:
	addi	a0, a0, -6
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a0, a1
	ret
u32_e0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1638
	sltu	a0, a0, a1
	ret
u32_n0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u32_n1_10:
	addi	a0, a0, -1
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u32_n5_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	addi	a0, a0, -1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1639
	sltu	a0, a1, a0
	ret
u32_n9_10:
	addi	a0, a0, -9
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	slli	a1, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1640
	sltu	a0, a1, a0
	ret
u32_e0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1366
	sltu	a0, a0, a1
	ret
u32_n0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u32_n1_12:
	addi	a0, a0, -1
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a1, a0
	ret
u32_e6_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	addi	a0, a0, -2
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
u32_n11_12:
	addi	a0, a0, -11
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
u32_e0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1093
	sltu	a0, a0, a1
	ret
u32_n0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a1, a0
	ret
u32_n1_60:
	addi	a0, a0, -1
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a1, a0
	ret
u32_e30_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	addi	a0, a0, -2
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a0, a1
	ret
u32_n59_60:
	addi	a0, a0, -59
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1091
	sltu	a0, a1, a0
	ret
u32_e0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -983
	sltu	a0, a0, a1
	ret
u32_n0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -984
	sltu	a0, a1, a0
	ret
u32_n1_100:
	addi	a0, a0, -1
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -984
	sltu	a0, a1, a0
	ret
u32_e50_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	addi	a0, a0, -2
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -983
	sltu	a0, a0, a1
	ret
u32_n99_100:
	addi	a0, a0, -99
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -985
	sltu	a0, a1, a0
	ret
u32_e0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1736
	sltu	a0, a0, a1
	ret
u32_n0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1737
	sltu	a0, a1, a0
	ret
u32_n1_1000:
	addi	a0, a0, -1
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1737
	sltu	a0, a1, a0
	ret
u32_e500_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	addi	a0, a0, -4
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1737
	sltu	a0, a0, a1
	ret
u32_n999_1000:
	addi	a0, a0, -999
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1738
	sltu	a0, a1, a0
	ret
u32_e0_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	sltiu	a0, a0, 5
	ret
u32_n0_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	sltiu	a0, a0, 5
	xori	a0, a0, 1
	ret
u32_n1_1000000007:
	addi	a0, a0, -1
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	sltiu	a0, a0, 5
	xori	a0, a0, 1
	ret
u32_n500000003_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	lui	a1, 776772
	addi	a1, a1, 475
	add	a0, a0, a1
	sltiu	a0, a0, 4
	xori	a0, a0, 1
	ret
u32_e1000000006_1000000007:
	addi	a0, a0, 1
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	addi	a0, a0, -1
	sltiu	a0, a0, 4
	ret
s32_e0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1366
	add	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s32_n0_3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1366
	add	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
s32_e0_m3:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1366
	add	a0, a0, a1
	lui	a1, 349525
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s32_e0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 74898
	addi	a1, a1, 1170
	add	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1755
	sltu	a0, a0, a1
	ret
s32_n0_7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 74898
	addi	a1, a1, 1170
	add	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1756
	sltu	a0, a1, a0
	ret
s32_e0_m7:
	lui	a1, 748983
	addi	a1, a1, -585
	mul	a0, a0, a1
	lui	a1, 74898
	addi	a1, a1, 1170
	add	a0, a0, a1
	lui	a1, 149797
	addi	a1, a1, -1755
	sltu	a0, a0, a1
	ret
s32_e0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 104858
	addi	a2, a1, -1640
	add	a0, a0, a2
	slli	a2, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a2
	addi	a1, a1, -1639
	sltu	a0, a0, a1
	ret
s32_n0_10:
	lui	a1, 838861
	addi	a1, a1, -819
	mul	a0, a0, a1
	lui	a1, 104858
	addi	a1, a1, -1640
	add	a0, a0, a1
	slli	a2, a0, 31
	srli	a0, a0, 1
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
	slli	a2, a0, 31
	srli	a0, a0, 1
	or	a0, a0, a2
	addi	a1, a1, -1639
	sltu	a0, a0, a1
	ret
s32_e0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1368
	add	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s32_n0_12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1368
	add	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1364
	sltu	a0, a1, a0
	ret
s32_e0_m12:
	lui	a1, 699051
	addi	a1, a1, -1365
	mul	a0, a0, a1
	lui	a1, 174763
	addi	a1, a1, -1368
	add	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 87381
	addi	a1, a1, 1365
	sltu	a0, a0, a1
	ret
s32_e0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	lui	a1, 34953
	addi	a1, a1, -1912
	add	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1093
	sltu	a0, a0, a1
	ret
s32_n0_60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	lui	a1, 34953
	addi	a1, a1, -1912
	add	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1092
	sltu	a0, a1, a0
	ret
s32_e0_m60:
	lui	a1, 978671
	addi	a1, a1, -273
	mul	a0, a0, a1
	lui	a1, 34953
	addi	a1, a1, -1912
	add	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 17476
	addi	a1, a1, 1093
	sltu	a0, a0, a1
	ret
s32_e0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	lui	a1, 20972
	addi	a1, a1, -1968
	add	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -983
	sltu	a0, a0, a1
	ret
s32_n0_100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	lui	a1, 20972
	addi	a1, a1, -1968
	add	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -984
	sltu	a0, a1, a0
	ret
s32_e0_m100:
	lui	a1, 796918
	addi	a1, a1, -983
	mul	a0, a0, a1
	lui	a1, 20972
	addi	a1, a1, -1968
	add	a0, a0, a1
	slli	a1, a0, 30
	srli	a0, a0, 2
	or	a0, a0, a1
	lui	a1, 10486
	addi	a1, a1, -983
	sltu	a0, a0, a1
	ret
s32_e0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	lui	a1, 4194
	addi	a1, a1, 1240
	add	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1737
	sltu	a0, a0, a1
	ret
s32_n0_1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	lui	a1, 4194
	addi	a1, a1, 1240
	add	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1738
	sltu	a0, a1, a0
	ret
s32_e0_m1000:
	lui	a1, 159384
	addi	a1, a1, -1835
	mul	a0, a0, a1
	lui	a1, 4194
	addi	a1, a1, 1240
	add	a0, a0, a1
	slli	a1, a0, 29
	srli	a0, a0, 3
	or	a0, a0, a1
	lui	a1, 1049
	addi	a1, a1, -1737
	sltu	a0, a0, a1
	ret
s32_e0_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	addi	a0, a0, 2
	sltiu	a0, a0, 5
	ret
s32_n0_1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	addi	a0, a0, 2
	sltiu	a0, a0, 5
	xori	a0, a0, 1
	ret
s32_e0_m1000000007:
	lui	a1, 504968
	addi	a1, a1, 951
	mul	a0, a0, a1
	addi	a0, a0, 2
	sltiu	a0, a0, 5
	ret
