/** A plan as a drawing: a box for each step, with arrows to the steps that wait for it. Pure. */
import type { Plan } from '@kubewright/protocol'
import type { DrawnShape } from './protocol-shapes.ts'

/** @param done number of completed steps */
export function planShape({ steps, lines, order }: Plan, done: number): DrawnShape {
  return {
    boxes: steps.map(({ from, to, kind }, index) => ({
      id: String(index),
      title: lines[index]!,
      text: `${from} → ${to}`,
      tone: index < done ? 'good' : kind === 'operation' ? 'quiet' : 'busy',
      isNow: index === done,
      label: `Step ${index + 1}, ${lines[index]!}: ${index < done ? 'done' : `after ${order[index]!.length} others`}`,
    })),
    edges: order.flatMap((before, index) =>
      before.map((other) => ({
        id: `${other} ${index}`,
        from: String(other),
        to: String(index),
        label: '',
        kind: 'operation' as const,
      })),
    ),
  }
}
