{declarations}(assert {assertion})(check-sat)
