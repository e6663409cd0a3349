/** The facts about Go types that `main.go` prints, and how to run it. */
import { execFileSync } from 'node:child_process'

export interface Facts {
  /** `apps/v1/Deployment` to the type of such objects, `k8s.io/api/apps/v1.Deployment`. */
  readonly kinds: Readonly<Record<string, string>>
  /** Every kind of every version that kube-apiserver can decode, served or not, in the format of the keys of `kinds`. */
  readonly registered: readonly string[]
  readonly types: readonly TypeFact[]
}

/** A named type: a struct, an alias of another type, or a type with custom encoding. */
export interface TypeFact {
  readonly type: string
  readonly is?: string
  readonly fields?: readonly FieldFact[]
  readonly readsJson?: boolean
  readonly readsProto?: boolean
}

export interface FieldFact {
  readonly go: string
  /** The tag: `replicas,omitempty`. */
  readonly json: string
  /** The tag: `varint,1,opt,name=replicas`. */
  readonly proto?: string
  readonly type: string
  readonly isEmbedded?: boolean
}

/**
 * Failure: throws the output of Go if it is missing or cannot fetch the modules.
 *
 * @param kinds `group/version/kind` of everything needed
 */
export function askGo(directory: string, kinds: readonly string[]): Facts {
  const output = execFileSync('go', ['run', '.'], {
    cwd: directory,
    input: JSON.stringify(kinds),
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  return JSON.parse(output) as Facts
}
