/** Reduces a plan while it still leads to the same failure. */
import { noFaults, type Plan } from './plan.ts'

/** Resolves to the result of the smallest plan; `undefined` if no smaller one fails. */
export async function shrink<Result>(
  plan: Plan,
  attempt: (plan: Plan) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  let [best, current]: [Result | undefined, Plan] = [undefined, plan]
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const candidate of smaller(current)) {
      const result = await attempt(candidate)
      if (result === undefined) continue
      ;[best, current, isSmaller] = [result, candidate, true]
      break
    }
  }
  return best
}

/** Plans with one element less, the largest reduction first. */
function smaller(plan: Plan): readonly Plan[] {
  const { schedule, faults, declares } = plan
  const inOrder = schedule.type === 'in-order' ? [] : [{ ...plan, schedule: noFaults.schedule }]
  if (schedule.type === 'in-order' && faults.length <= (declares === undefined ? 1 : 0)) return []
  const picks = schedule.type === 'picked' ? schedule.picks : []
  const lessPicked = picks.map((_, at): Plan => {
    return { ...plan, schedule: { type: 'picked', picks: picks.filter((__, other) => other !== at) } }
  })
  const fewer = faults.map((_, at) => ({ ...plan, faults: faults.filter((__, other) => other !== at) }))
  const declared = declares === undefined || faults.length === 0 ? [] : [{ schedule, faults }]
  return [...declared, ...inOrder, ...fewer, ...lessPicked]
}
