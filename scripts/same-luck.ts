import fc from 'fast-check'

// Every run tries the same cases: a failure is of the change at hand. Other seeds: FAST_CHECK_SEED.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_260_101) })
