import { type Duration, toMs } from './duration.ts'

const fine: readonly Duration[] = ['30s', '1.5h', '250ms', 17]
fine.map(toMs)

// @ts-expect-error a number without a unit says nothing
toMs('5')

// @ts-expect-error weeks are no unit
toMs('5w')
