/** Runs a scenario once against its own server, with the operator as a process and one plan, in real time. */
import type { ApiServer, AuditEvent, AuditStream, Fault } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import { sleep, systemClock, toMs } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import { isAside, isWrite } from '../requests/call-name.ts'
import { canonicalState } from '../explore/state/canonical-state.ts'
import type { Checkpoint } from '../explore/record/checkpoint.ts'
import { collectGarbage } from '../explore/world/garbage-collector.ts'
import type { View } from '../explore/definition/exploration.ts'
import type { Externals } from '../explore/world/external-call.ts'
import { type Finding, finding } from '../explore/trace/finding.ts'
import { Invariants } from '../explore/definition/invariants.ts'
import { nothingBeside } from '../explore/state/interference.ts'
import { differencesOf, type Judged, type Places } from '../explore/verdict/judge.ts'
import { leaksIn, lossesIn } from '../explore/verdict/leftovers.ts'
import { describeObject, type ListedObject, listObjects } from '../explore/state/listed-objects.ts'
import { ObjectLedger } from '../explore/world/object-ledger.ts'
import { scenarioUser, unknownCluster } from '../explore/definition/scenario-user.ts'
import { storedCollections } from '../explore/world/stored-collections.ts'
import { Trace } from '../explore/trace/trace.ts'
import { callOfAudit, kindNamed, matchOf, ofProcess } from './call-match.ts'
import { kubeconfigOf, roleOf, startExplorationServer, transportOf } from './exploration-server.ts'
import { OperatorProcess } from './operator-process.ts'
import type { ProcessExploration } from './process-exploration.ts'
import type { ProcessFault, ProcessPlan } from './process-plan.ts'

export interface ProcessRecord extends Judged {
  readonly plan: ProcessPlan
  readonly trace: Trace
  /** The kinds that the process watches: `configmaps`, `sites.example.dev`. */
  readonly kinds: ReadonlySet<string>
}

export interface ProcessRunOptions {
  readonly plan: ProcessPlan
  /** Writes the kubeconfig of this run, and returns its path. */
  readonly kubeconfig: (text: string) => Promise<string>
  /** The run without faults and the places that vary by chance; absent for that run itself. */
  readonly expected?: { readonly reference: Judged; readonly chance: Places }
}

/** Polling interval. */
const lookMs = 25
/** A process that exits by itself this often does not recover. */
const mostEnds = 8
/** Delay of slow events. */
const slowMs = 700

export async function runProcessPlan(
  exploration: ProcessExploration,
  options: ProcessRunOptions,
): Promise<ProcessRecord> {
  await using server = await startExplorationServer(exploration.resources ?? [])
  return await new ProcessRun(exploration, options, server).run()
}

class ProcessRun {
  readonly #exploration: ProcessExploration
  readonly #options: ProcessRunOptions
  readonly #server: ApiServer
  readonly #trace = new Trace()
  readonly #ledger: ObjectLedger
  readonly #findings: Finding[] = []
  readonly #invariants: Invariants<Externals>
  readonly #checkpoints: Checkpoint[] = []
  readonly #kinds = new Set<string>()
  readonly #counts = new Map<string, number>()
  readonly #cluster: Transport
  readonly #quietMs: number
  readonly #patienceMs: number
  #process: OperatorProcess | undefined
  #step = 0
  #ends = 0
  /** The reason of its last exit by itself. */
  #lastEnd: string | undefined
  /** The process was started, but has sent no request yet. */
  #isStarting = true
  /** The expected state was not reached in time: later steps are not waited for as long. */
  #isLost = false
  #changedAt = systemClock.elapsed()
  #blind: { readonly fault: Extract<ProcessFault, { type: 'blind' }>; readonly pause: Fault } | undefined
  #checking: Promise<void> = Promise.resolve()

  constructor(exploration: ProcessExploration, options: ProcessRunOptions, server: ApiServer) {
    this.#exploration = exploration
    this.#ledger = new ObjectLedger(storedCollections(exploration.resources))
    this.#options = options
    this.#server = server
    this.#cluster = transportOf(server, 'cluster')
    this.#invariants = new Invariants(exploration.invariants, false)
    // The run without faults has no expected state to wait for, so it gets more time.
    this.#quietMs = toMs(exploration.quiet ?? '1s') * (options.expected === undefined ? 3 : 1)
    this.#patienceMs = toMs(exploration.patience ?? '20s')
  }

  async run(): Promise<ProcessRecord> {
    using audit = this.#server.audit.listen()
    const listening = this.#listen(audit)
    await using client = createClient(transportOf(this.#server, 'user'), { namespace: 'default', fieldManager: 'user' })
    this.#arm()
    using operator = await this.#started()
    try {
      await this.#play(client, operator)
    } catch (error) {
      this.#found(finding('scenario', `the scenario failed: ${error instanceof Error ? error.message : String(error)}`))
    }
    operator[Symbol.dispose]()
    audit[Symbol.dispose]()
    await listening
    await this.#checking
    const { creations, deletions, orphans } = this.#ledger
    const { plan } = this.#options
    const judged = { checkpoints: this.#checkpoints, findings: this.#findings, creations, deletions, orphans }
    return { ...judged, plan, trace: this.#trace, kinds: this.#kinds }
  }

  /** Injects the faults of single calls before the process starts. */
  #arm(): void {
    const { faults } = this.#server
    for (const fault of this.#options.plan.faults) {
      if (fault.type === 'fail') faults.fail(matchOf(fault.at), fault.status)
      else if (fault.type === 'unsent') faults.refuse(matchOf(fault.at))
      else if (fault.type === 'lost' || fault.type === 'crash') faults.dropResponse(matchOf(fault.at))
    }
  }

  async #started(): Promise<OperatorProcess> {
    const { command, cwd, environment } = this.#exploration
    const path = await this.#options.kubeconfig(kubeconfigOf(this.#server))
    const operator = new OperatorProcess({
      command,
      ...(cwd === undefined ? {} : { cwd }),
      environment: { ...process.env, ...environment, KUBECONFIG: path },
      clock: systemClock,
      onEnd: (how) => this.#ended(how),
    })
    this.#process = operator
    operator.start()
    return operator
  }

  #ended(how: string): void {
    this.#trace.note(`${this.#process!.name} ${how}`)
    this.#lastEnd = how
    if (++this.#ends < mostEnds) return
    this.#found(finding('recovery', `the process keeps exiting: it ${how}`, lastLines(this.#process!.output)))
  }

  async #play(client: Client, operator: OperatorProcess): Promise<void> {
    await this.#firstCall(operator)
    await this.#quiet(0)
    await this.#exploration.scenario(scenarioUser(client, {}, { take: this.#take, wait: this.#wait }))
    const last = this.#step
    this.#release()
    if (this.#checkpoints.at(-1)?.step !== last) await this.#quiet(last)
    await this.#checkLeftovers()
  }

  async #firstCall(operator: OperatorProcess): Promise<void> {
    const until = systemClock.elapsed() + this.#patienceMs
    while (this.#isStarting) {
      if (systemClock.elapsed() > until) throw new Error(this.#whyNothing(operator))
      await sleep(systemClock, lookMs)
    }
  }

  #whyNothing({ output }: OperatorProcess): string {
    const how =
      this.#lastEnd === undefined
        ? 'it sent no request to the server'
        : `it ${this.#lastEnd} before it sent a request to the server`
    return `${how}; its output: ${output || 'nothing'}`
  }

  readonly #take = async <T>(text: string, step: () => Promise<T>): Promise<T> => {
    const number = ++this.#step
    using _ = this.#disturb(number)
    this.#trace.add({ type: 'step', step: number, text })
    this.#changedAt = systemClock.elapsed()
    const result = await step()
    if (this.#blind !== undefined && this.#blind.fault.step < number) this.#release()
    if (!this.#has('hurry', number)) await this.#quiet(number)
    return result
  }

  readonly #wait = async (ms: number): Promise<void> => {
    await sleep(systemClock, ms)
    await this.#calm()
  }

  /** Injects the watch faults of a step. */
  #disturb(step: number): Disposable {
    const slow = this.#faultAt('slow', step)
    const blind = this.#faultAt('blind', step)
    if (blind !== undefined) {
      this.#trace.note(`the process gets no watch events of ${blind.kind} from here on`)
      this.#blind = {
        fault: blind,
        pause: this.#server.faults.pauseWatches({ kind: kindNamed(blind.kind), ...ofProcess }),
      }
    }
    const delayed = slow && this.#server.faults.delayEvents({ kind: kindNamed(slow.kind), ...ofProcess }, slowMs)
    return { [Symbol.dispose]: () => delayed?.[Symbol.dispose]() }
  }

  /** Delivers the withheld events, or expires the watches. */
  #release(): void {
    if (this.#blind === undefined) return
    const { fault, pause } = this.#blind
    this.#blind = undefined
    this.#trace.note(
      fault.after === 'told'
        ? `the missed watch events of ${fault.kind} are delivered`
        : `the watches of ${fault.kind} expire`,
    )
    if (fault.after === 'relisted') this.#expire(fault.kind)
    pause[Symbol.dispose]()
    this.#changedAt = systemClock.elapsed()
  }

  #expire(kind: string): void {
    this.#server.faults.compact()
    this.#server.faults.closeWatches({ kind: kindNamed(kind), ...ofProcess }, 410)
  }

  async #quiet(step: number): Promise<void> {
    await this.#calm()
    if (this.#afterStep(step)) await this.#calm()
    const checkpoint = this.#blind === undefined ? await this.#awaited(step) : undefined
    this.#trace.add({ type: 'quiet', step })
    if (checkpoint !== undefined) this.#checkpoints.push(checkpoint)
  }

  /** Applies the plan's faults for an idle process. Returns whether there were any. */
  #afterStep(step: number): boolean {
    const cut = this.#faultAt('cut', step)
    if (cut?.isExpired === true) this.#expire(cut.kind)
    else if (cut !== undefined) this.#server.faults.closeWatches({ kind: kindNamed(cut.kind), ...ofProcess })
    if (cut !== undefined) this.#trace.note(`the watches of ${cut.kind} ${cut.isExpired ? 'expire' : 'are cut'}`)
    const isRestarted = this.#has('restart', step)
    if (isRestarted) this.#restart('is killed while the cluster is idle')
    if (isRestarted || cut !== undefined) this.#changedAt = systemClock.elapsed()
    return isRestarted || cut !== undefined
  }

  #restart(why: string): void {
    const operator = this.#process!
    this.#trace.note(`${operator.name} ${why}`)
    operator.kill()
    operator.start()
    this.#isStarting = true
    this.#changedAt = systemClock.elapsed()
  }

  /** Waits until nothing has changed for a while. Failure: a finding if it never becomes idle. */
  async #calm(): Promise<void> {
    const begun = systemClock.elapsed()
    do {
      while (this.#isStarting || systemClock.elapsed() - this.#changedAt < this.#quietMs) {
        if (systemClock.elapsed() - begun > this.#quietMs + 3 * this.#patienceMs) return this.#neverRests()
        await sleep(systemClock, lookMs)
      }
    } while (await this.#collect())
  }

  #neverRests(): void {
    const changes = this.#trace.entries.flatMap((entry) => (entry.type === 'call' && entry.changed ? [entry.call] : []))
    const again = ['repeated calls:', ...new Set(changes.slice(-8))]
    this.#found(finding('liveness', 'the operator never becomes idle', again, changes.at(-1)))
  }

  async #collect(): Promise<boolean> {
    if (!this.#ledger.needsCollection) return false
    this.#ledger.needsCollection = false
    if (!(await collectGarbage(this.#cluster, this.#ledger.collections))) return false
    this.#trace.note('the cluster collects garbage: objects whose owner is gone')
    this.#ledger.needsCollection = true
    this.#changedAt = systemClock.elapsed()
    return true
  }

  /** A process that backs off reaches the expected state later: it fails only after `patience`. */
  async #awaited(step: number): Promise<Checkpoint> {
    const goal = this.#options.expected?.reference.checkpoints.find((one) => one.step === step)
    const until = systemClock.elapsed() + this.#patienceMs
    for (;;) {
      const now = await this.#checkpoint(step)
      if (goal === undefined || this.#isLost) return now
      const { chance } = this.#options.expected!
      if (differencesOf(goal, now).every((one) => chance.has(one))) return now
      this.#isLost = systemClock.elapsed() > until
      await sleep(systemClock, lookMs * 4)
      await this.#collect()
    }
  }

  async #checkpoint(step: number): Promise<Checkpoint> {
    const { made } = this.#ledger
    const objects = await this.#objects()
    return {
      step,
      waits: 0,
      at: 0, // real time is never the same
      state: canonicalState(objects, addressesOf(objects)),
      outside: new Map(),
      declared: objects.filter(({ metadata }) => made.get(metadata.uid) === 'user'),
      made: objects.filter(({ metadata }) => made.get(metadata.uid) === 'operator').map(describeObject),
      beside: nothingBeside, // other declarations are not tried
    }
  }

  async #objects(): Promise<readonly ListedObject[]> {
    const collections = [...this.#ledger.collections].filter((collection) => !aside.test(collection))
    const lists = await Promise.all(collections.map((collection) => listObjects(this.#cluster, collection)))
    return lists.flatMap(({ items }) => items).filter(({ metadata }) => this.#ledger.made.has(metadata.uid))
  }

  async #checkLeftovers(): Promise<void> {
    const { keeps } = this.#exploration
    const leaks = leaksIn({ last: this.#checkpoints.at(-1), steps: this.#step, keeps })
    for (const found of [...leaks, ...lossesIn(this.#ledger.wanted, await this.#objects())]) this.#found(found)
  }

  async #listen(audit: AuditStream): Promise<void> {
    for await (const event of audit) this.#traceEvent(event)
  }

  #traceEvent(event: AuditEvent): void {
    const call = callOfAudit(event)
    if (call === undefined) return
    const by = roleOf(event)
    if (by === 'operator' && this.#isStarting) {
      this.#isStarting = false
      this.#changedAt = systemClock.elapsed()
    }
    if (call.verb === 'watch') {
      if (by === 'operator' && !isAside(call)) this.#kinds.add(kindOf(call))
      return
    }
    if (event.stage !== 'ResponseComplete') return
    const status = event.responseStatus?.code ?? 200
    const writes = isWrite(call)
    const answer = JSON.stringify(event.responseObject ?? {})
    const changed = writes && this.#ledger.note(by, call, status, answer)
    const isCounted = by === 'operator' && !isAside(call)
    const nth = isCounted ? this.#count(call.label) : 0
    const fate = this.#fateOf(call.label, nth)
    this.#trace.add({
      type: 'call',
      by: by === 'operator' ? this.#process!.name : by,
      call: call.label,
      nth,
      writes,
      ...(event.requestObject === undefined ? {} : { sent: JSON.stringify(event.requestObject) }),
      status,
      ...(changed ? { answer } : {}),
      changed,
      ...(fate === undefined
        ? {}
        : { fate: fate === 'crash' ? 'the response is not received' : 'the response is lost' }),
    })
    if (changed && !isAside(call)) this.#afterChange()
    if (fate === 'crash') this.#restart(`is killed after "${call.label}"`)
  }

  #count(label: string): number {
    const nth = (this.#counts.get(label) ?? 0) + 1
    this.#counts.set(label, nth)
    return nth
  }

  #fateOf(label: string, nth: number): 'crash' | 'lost' | undefined {
    for (const fault of this.#options.plan.faults) {
      if (fault.type !== 'crash' && fault.type !== 'lost') continue
      if (fault.at.call === label && fault.at.nth === nth) return fault.type
    }
    return undefined
  }

  #afterChange(): void {
    this.#changedAt = systemClock.elapsed()
    this.#checking = this.#checking.then(() => this.#checkInvariants())
  }

  async #checkInvariants(): Promise<void> {
    const view: View = {
      list: async <R extends Resource>({ group, version, plural }: R) => {
        const collection = group === '' ? `/api/${version}/${plural}` : `/apis/${group}/${version}/${plural}`
        return (await listObjects(this.#cluster, collection)).items as unknown as readonly ObjectOf<R>[]
      },
      at: (cluster) => {
        throw unknownCluster(cluster, [])
      },
    }
    for (const { name, wrong } of await this.#invariants.ask('operator', view, {}))
      this.#found(finding('invariant', `${name}: ${wrong}`, [], name))
  }

  #found(found: Finding): void {
    if (this.#findings.some(({ signature }) => signature === found.signature)) return
    this.#findings.push({ ...found, step: this.#step })
  }

  #has(type: 'hurry' | 'restart', step: number): boolean {
    return this.#faultAt(type, step) !== undefined
  }

  #faultAt<Type extends ProcessFault['type']>(type: Type, step: number) {
    return this.#options.plan.faults.find(
      (fault): fault is Extract<ProcessFault, { type: Type; step: number }> =>
        fault.type === type && 'step' in fault && fault.step === step,
    )
  }
}

const aside = /\/(?:events|leases)$/

function kindOf({ group, resource }: { readonly group: string; readonly resource: string }): string {
  return group === '' ? resource : `${resource}.${group}`
}

/** The address of a Service is random. */
function addressesOf(objects: readonly ListedObject[]): ReadonlySet<string> {
  const specs = objects.flatMap((object) => (object.kind === 'Service' && 'spec' in object ? [object.spec] : []))
  return new Set(specs.flatMap((spec) => (spec as { readonly clusterIPs?: readonly string[] }).clusterIPs ?? []))
}

function lastLines(output: string): readonly string[] {
  return output.split('\n').slice(-6)
}
