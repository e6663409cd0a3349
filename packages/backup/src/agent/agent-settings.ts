/** The settings of a backup agent, read from environment variables. */

import { hookPrefix } from '../names.ts'
import type { Hooks } from './hooks.ts'

/** Environment variables that configure the agent, such as `process.env`. */
export type AgentEnvironment = Readonly<Record<string, string | undefined>>

export interface BackedUpVolume {
  readonly name: string
  readonly path: string
}

/** Exists on a volume only during a restore; never part of a backup. */
export const stagingDirectory = '.kubewright-restore'

export interface AgentSettings {
  readonly volumes: readonly BackedUpVolume[]
  readonly token: string
  /** All addresses of IPv4 and IPv6, if left out. */
  readonly host?: string
  readonly hooks: Hooks
  /** Environment variables for restic. */
  readonly environment: Readonly<Record<string, string>>
}

const passedOn = ['RESTIC_REPOSITORY', 'RESTIC_PASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const

/** Failure: throws an `Error` that names the missing variable. */
export function readAgentSettings(environment: AgentEnvironment): AgentSettings {
  const required = (name: string) => {
    const value = environment[name]
    if (value !== undefined && value !== '') return value
    throw new Error(`Cannot start the backup agent: ${name} is not set. Put it into the Secret of the BackupPlan.`)
  }
  const volumes = volumesIn(environment)
  if (volumes.length === 0) throw new Error('Cannot start the backup agent: BACKUP_VOLUME_0 is not set.')
  const restic = Object.fromEntries(passedOn.map((name) => [name, required(name)]))
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  ) as Record<string, string>
  return {
    volumes,
    token: required('AGENT_TOKEN'),
    ...(environment['POD_IP'] === undefined ? {} : { host: environment['POD_IP'] }),
    hooks: hooksIn(environment, { inherited, cwd: volumes[0]!.path }),
    environment: { ...inherited, ...restic },
  }
}

interface HookSurroundings {
  readonly inherited: Readonly<Record<string, string>>
  readonly cwd: string
}

function hooksIn(environment: AgentEnvironment, { inherited, cwd }: HookSurroundings): Hooks {
  const [before, after] = ['BACKUP_BEFORE', 'BACKUP_AFTER'].map((name) => commandIn(environment, name))
  const own = Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (name.startsWith(hookPrefix)) return [[name.slice(hookPrefix.length), value]]
    return /^BACKUP_(PATH|VOLUME)_\d+$/.test(name) ? [[name, value]] : []
  }) as [string, string][]
  return {
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    timeoutMs: Number(environment['BACKUP_HOOK_SECONDS'] ?? 600) * 1_000,
    cwd,
    environment: { ...inherited, ...Object.fromEntries(own) },
    secrets: Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(hookPrefix) && value !== undefined ? [value] : [],
    ),
  }
}

function commandIn(environment: AgentEnvironment, name: string): readonly string[] | undefined {
  const text = environment[name]
  if (text === undefined) return undefined
  const command: unknown = JSON.parse(text)
  if (Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string')) return command
  throw new Error(`Cannot start the backup agent: ${name} is not a list of words, such as ["pg_dump", "-f", "dump"].`)
}

function volumesIn(environment: AgentEnvironment): readonly BackedUpVolume[] {
  const volumes: BackedUpVolume[] = []
  for (let place = 0; ; place++) {
    const [name, path] = [environment[`BACKUP_VOLUME_${place}`], environment[`BACKUP_PATH_${place}`]]
    if (name === undefined || path === undefined) return volumes
    volumes.push({ name, path })
  }
}
