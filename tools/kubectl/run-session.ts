/** Plays sessions on one server, one after the other, each with its own kubeconfig. */
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { formatKubeconfig, type Access } from '../kube-apiserver/kubeconfig.ts'
import { maskOutcome, type Outcome } from './mask-output.ts'
import { idsOf, type Session, type SessionStep } from './session.ts'
import { type RunningCommand, type ShellOptions, startCommand } from './shell.ts'

export interface Stage {
  readonly access: Access
  readonly kubectl: string
  /** The folder of the sessions' manifests. */
  readonly directory: string
  /** A directory for files that kubectl writes. The caller removes it. */
  readonly scratch: string
}

/** Outcomes by the ids of the commands. */
export type SeenOutcomes = ReadonlyMap<string, Outcome>

const limitMs = 60_000

/**
 * kube-apiserver checks the cluster address of each new Service, and reports it in an Event if the cache of addresses is later than that of
 * Services. No command of a session causes that, and the real server alone does it, so these Events are removed before a command shows them.
 */
const removeRepairs = 'kubectl delete events --field-selector=reason=ClusterIPNotAllocated --ignore-not-found'
const showsEvents = /\b(events|describe)\b/

export async function runSessions(stage: Stage, sessions: readonly Session[]): Promise<SeenOutcomes> {
  const seen = new Map<string, Outcome>()
  for (const session of sessions) for (const [id, outcome] of await runSession(stage, session)) seen.set(id, outcome)
  return seen
}

async function runSession(stage: Stage, session: Session): Promise<readonly (readonly [string, Outcome])[]> {
  const options = await prepare(stage, session)
  const player = new Player(options)
  const seen: (readonly [string, Outcome])[] = []
  const ids = idsOf(session)
  const words = { [options.environment['HOME']!]: '<home>', [stage.access.token]: '<administrator>' }
  try {
    for (const [at, step] of session.steps.entries()) {
      const outcome = await player.play(step)
      const id = ids[at]
      if (outcome && id !== undefined) seen.push([id, maskOutcome(step.command, outcome, words)])
    }
  } finally {
    player.stop()
  }
  return seen
}

/** Creates a home directory with a kubeconfig, and a namespace named after the session. */
async function prepare(stage: Stage, { name }: Session): Promise<ShellOptions> {
  const home = join(stage.scratch, name)
  await mkdir(home)
  const kubeconfig = join(home, 'kubeconfig')
  await writeFile(kubeconfig, formatKubeconfig(stage.access), { mode: 0o600 })
  const environment = {
    PATH: `${dirname(stage.kubectl)}${delimiter}${process.env['PATH']}`,
    HOME: home,
    TMPDIR: home,
    KUBECONFIG: kubeconfig,
    KUBECACHEDIR: join(stage.scratch, 'cache'),
    LC_ALL: 'C',
    TZ: 'UTC',
  }
  const options = { directory: stage.directory, environment, limitMs }
  const { code, stderr } = await startCommand(
    `kubectl create namespace ${name} && kubectl config set-context --current --namespace=${name}`,
    options,
  ).outcome
  if (code !== 0) throw new Error(`Cannot begin the session ${name}: ${stderr}`)
  return options
}

class Player {
  readonly #options: ShellOptions
  #beside: RunningCommand | undefined

  constructor(options: ShellOptions) {
    this.#options = options
  }

  async play(step: SessionStep): Promise<Outcome | undefined> {
    switch (step.do) {
      case 'run':
        if (showsEvents.test(step.command)) await this.#run(removeRepairs)
        return startCommand(step.command, this.#options).outcome
      case 'begin':
        return this.#begin(step.command)
      case 'finish':
        return this.#finish(step.lines)
    }
  }

  async #run(command: string): Promise<void> {
    const { code, stderr } = await startCommand(command, this.#options).outcome
    if (code !== 0) throw new Error(`Cannot run ${command}: ${stderr}`)
  }

  stop(): void {
    this.#beside?.stop()
  }

  /** A watch has started once it prints the existing objects. One without output has its time while the next commands run. */
  async #begin(command: string): Promise<undefined> {
    this.#beside = startCommand(command, this.#options)
    if (command.includes('--watch')) await this.#beside.hasPrinted(1)
    return undefined
  }

  async #finish(lines: number | undefined): Promise<Outcome> {
    const beside = this.#beside!
    this.#beside = undefined
    if (lines === undefined) return beside.outcome
    await beside.hasPrinted(lines)
    beside.stop()
    return { ...(await beside.outcome), code: 'ended' }
  }
}
