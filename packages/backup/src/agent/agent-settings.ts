/** The settings of a backup agent, read from environment variables. */

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
  readonly host: string
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
    host: environment['POD_IP'] ?? '0.0.0.0',
    environment: { ...inherited, ...restic },
  }
}

function volumesIn(environment: AgentEnvironment): readonly BackedUpVolume[] {
  const volumes: BackedUpVolume[] = []
  for (let place = 0; ; place++) {
    const [name, path] = [environment[`BACKUP_VOLUME_${place}`], environment[`BACKUP_PATH_${place}`]]
    if (name === undefined || path === undefined) return volumes
    volumes.push({ name, path })
  }
}
