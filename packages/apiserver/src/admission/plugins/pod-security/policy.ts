/** The pod security labels of a namespace: a level and a version for each of three modes. Pure. */
import { type FieldError, invalid } from '../../../status/field-error.ts'

/** From the least strict to the strictest. */
export const levels = ['privileged', 'baseline', 'restricted'] as const
export type Level = (typeof levels)[number]

export interface LevelVersion {
  readonly level: Level
  /** The minor version: 31 for `v1.31`. */
  readonly minor: number
}

/** `enforce` refuses, `audit` adds audit annotations, and `warn` warns the caller. */
export interface PodPolicy {
  readonly enforce: LevelVersion
  readonly audit: LevelVersion
  readonly warn: LevelVersion
}

const latest = Infinity

/** `baseline:latest`, `restricted:v1.31` */
export function formatLevelVersion({ level, minor }: LevelVersion): string {
  return `${level}:${minor === latest ? 'latest' : `v1.${minor}`}`
}

export function isSameVersion(left: LevelVersion, right: LevelVersion): boolean {
  return left.level === right.level && left.minor === right.minor
}

export function compareLevels(left: Level, right: Level): number {
  return levels.indexOf(left) - levels.indexOf(right)
}

export interface ReadPolicy {
  readonly policy: PodPolicy
  readonly problems: readonly FieldError[]
}

/** Always returns a policy: an invalid level counts as `restricted` for `enforce`, and as `privileged` for the other modes. */
export function readPodPolicy(labels: Readonly<Record<string, string>>): ReadPolicy {
  const problems: FieldError[] = []
  const read = <Value>(label: string, of: (text: string) => Value | undefined, problem: string): Value | undefined => {
    const name = `pod-security.kubernetes.io/${label}`
    const text = labels[name]
    if (text === undefined) return undefined
    const value = of(text)
    if (value === undefined) problems.push(invalid(`metadata.labels[${name}]`, text, problem))
    return value
  }
  const mode = (name: string, otherwise: Level): LevelVersion & { readonly isSaid: boolean } => {
    const level = read(name, readLevel, `must be one of ${levels.join(', ')}`)
    const minor = read(`${name}-version`, readMinor, 'must be "latest" or "v1.x"')
    const isWritten = labels[`pod-security.kubernetes.io/${name}`] !== undefined
    return {
      level: level ?? (isWritten ? otherwise : 'privileged'),
      minor: minor ?? latest,
      isSaid: level !== undefined,
    }
  }
  const enforce = mode('enforce', 'restricted')
  const audit = mode('audit', 'privileged')
  const warn = mode('warn', 'privileged')
  return { policy: { enforce: plain(enforce), audit: plain(audit), warn: warnOf(labels, enforce, warn) }, problems }
}

/** The warn level defaults to the enforced one, so that workloads get a warning before their pods are refused. */
function warnOf(
  labels: Readonly<Record<string, string>>,
  enforce: LevelVersion & { readonly isSaid: boolean },
  warn: LevelVersion,
): LevelVersion {
  const isWritten = (name: string) => labels[`pod-security.kubernetes.io/${name}`] !== undefined
  if (isWritten('warn') || !enforce.isSaid || compareLevels(enforce.level, warn.level) <= 0) return plain(warn)
  return { level: enforce.level, minor: isWritten('warn-version') ? warn.minor : enforce.minor }
}

const plain = ({ level, minor }: LevelVersion): LevelVersion => ({ level, minor })

function readLevel(text: string): Level | undefined {
  return levels.find((level) => level === text)
}

function readMinor(text: string): number | undefined {
  if (text === 'latest') return latest
  const minor = Number(/^v1\.([0-9]|[1-9][0-9]*)$/.exec(text)?.[1] ?? NaN)
  return Number.isSafeInteger(minor) ? minor : undefined
}
