/**
 * Two replicas of an operator with leader election: the leader is killed, later its successor is stopped in order. A fail-over begins
 * with the signal and ends with the first reconcile, and with the first write, of the replica that stood by with filled caches.
 */
import type { BenchServer } from '../bench-server.ts'
import type { Contender } from '../contenders.ts'
import type { OperatorProcess } from '../operator-process.ts'
import { pause, type RunOptions, withNamespace, withOperators } from '../running-operator.ts'
import { interleave, type Suite, type Values } from '../suite.ts'

const timeoutS = 180
/** Longer than the retry period of a lease, so that a new standby has tried to acquire it. */
const standbyMs = 3_000

export const failOver: Suite = {
  name: 'fail-over',
  title: ({ size }) =>
    `fail-over to a warm standby, ${size.toLocaleString('en')} Websites, leases of 15 s renewed every 2 s`,
  defaults: { size: 100, rounds: 2 },
  full: { size: 1_000, rounds: 5 },
  smoke: { size: 20, rounds: 1 },
  only: ['kubewright', 'controller-runtime', 'java-operator-sdk'],
  notes: [
    'kube-rs and client-node have no leader election. kopf has peering, which is no lease: a peer that is missing for 60 s counts as gone.',
    'java-operator-sdk installs no shutdown hook with leader election, so a stopped leader leaves its lease to run out.',
  ],
  metrics: [
    { name: 'killedMs', title: 'leader killed: first reconcile', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'killedWriteMs', title: 'leader killed: first write', unit: 'ms', better: 'less' },
    { name: 'stoppedMs', title: 'leader stopped: first reconcile', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'stoppedWriteMs', title: 'leader stopped: first write', unit: 'ms', better: 'less' },
  ],
  run: (server, contenders, { size, rounds }) =>
    // Nothing here is so short that a cold server would show, so there is no warm-up.
    interleave(contenders, rounds, (contender, run) => measure(server, contender, run, size), { warmsUp: false }),
}

async function measure(server: BenchServer, contender: Contender, run: string, size: number): Promise<Values> {
  const namespace = `fail-over-${run}`
  const options: RunOptions = { namespace, mode: 'operate', coordination: 'leader' }
  return withNamespace(server, namespace, () =>
    withOperators(server, contender, async (start) => {
      const first = start(options)
      await first.until('synced')
      await server.observer.throughput(namespace, size, timeoutS)
      const second = await standby(start(options))
      const killed = await takeOver(server, { namespace, next: second, revision: 1, end: () => first.kill() })
      const third = await standby(start(options))
      const stopped = await takeOver(server, { namespace, next: third, revision: 2, end: () => second.stop() })
      await server.observer.verify(namespace, size)
      return {
        killedMs: killed.reconcileMs,
        killedWriteMs: killed.writeMs,
        stoppedMs: stopped.reconcileMs,
        stoppedWriteMs: stopped.writeMs,
      }
    }),
  )
}

/** Failure: rejects if it acts while another one leads. */
async function standby(operator: OperatorProcess): Promise<OperatorProcess> {
  await operator.until('synced')
  await pause(standbyMs)
  if (operator.has('first-reconcile')) throw new Error('It acts while another process leads.')
  return operator
}

interface TakeOver {
  readonly namespace: string
  readonly next: OperatorProcess
  readonly revision: number
  readonly end: () => Promise<void>
}

/** Only the successor can write changes that are made after the old leader has ended. */
async function takeOver(server: BenchServer, { namespace, next, revision, end }: TakeOver) {
  const begun = performance.now()
  const ageMs = next.ageMs()
  await end()
  const { unanswered } = await server.observer.change(namespace, { count: 1, rate: 1, seconds: 1, after: revision - 1 })
  const writeMs = performance.now() - begun
  if (unanswered > 0) throw new Error('The standby did not take over within a minute.')
  return { reconcileMs: (await next.until('first-reconcile')).atMs - ageMs, writeMs }
}
