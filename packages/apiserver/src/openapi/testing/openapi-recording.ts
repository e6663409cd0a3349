/** Recorded OpenAPI documents of kube-apiserver for built-in kinds and samples. */
import { join } from 'node:path'
import { recordingFile } from '../../testing/recording-file.ts'
import { canonical, fingerprint } from './canonical-document.ts'
import { sampleDomain } from './sample-definitions.ts'

export interface OpenApiRecording {
  /** Fingerprints of the v3 documents, by name. */
  readonly documents: Readonly<Record<string, string>>
  /** Fingerprints of the parts of the v2 document. */
  readonly v2: Readonly<Record<'definitions' | 'parameters' | 'paths' | 'rest', string>>
  /** The full definitions of the samples: v3 by document and name, v2 by name. */
  readonly samples: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Gets a document: `/openapi/v3/api/v1`. */
export type GetDocument = (path: string) => Promise<unknown>

type Schemas = Readonly<Record<string, unknown>>

export const openApiRecording = recordingFile<OpenApiRecording>(join(import.meta.dirname, 'openapi-recording.json'), {
  format: (recording) => inLines(recording, 2),
})

/** One definition per line, for readable and compact diffs. */
function inLines(value: unknown, depth: number): string {
  if (depth < 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const lines = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${inLines(inner, depth - 1)}`)
  return `{\n${lines.join(',\n')}\n}`
}

/** Records only built-in kinds and samples: a shared server has more. */
export async function recordOpenApi(get: GetDocument): Promise<OpenApiRecording> {
  const { paths } = (await get('/openapi/v3')) as { paths: Record<string, unknown> }
  const documents: Record<string, string> = {}
  const samples: Record<string, Schemas> = {}
  for (const name of Object.keys(paths).filter(isOurs)) {
    const document = (await get(`/openapi/v3/${name}`)) as { components?: { schemas?: Schemas } }
    documents[name] = fingerprint(document)
    if (name.includes(sampleDomain)) samples[name] = ofSamples(document.components?.schemas ?? {})
  }
  const { paths: all, definitions, parameters, ...rest } = (await get('/openapi/v2')) as Record<string, Schemas>
  const isAddressOfOurs = (key: string) => isOurs(key.slice(1).split('/').slice(0, 2).join('/'))
  const v2 = {
    paths: fingerprint(select(all!, isAddressOfOurs)),
    definitions: fingerprint(select(definitions!, (key) => key.startsWith('io.k8s.') || isOfSamples(key))),
    parameters: fingerprint(parameters),
    rest: fingerprint(rest),
  }
  return { documents, v2, samples: { ...samples, v2: ofSamples(definitions!) } }
}

const builtInGroup = /^(api|apis|version|openid|\.well-known)$|^apis\/([a-z]+|[a-z.]+\.k8s\.io)$/

/** @param name of a document, or a prefix of one */
function isOurs(name: string): boolean {
  const [first = '', group] = name.split('/')
  if (group === undefined) return true
  return first !== 'apis' || builtInGroup.test(`apis/${group}`) || group.endsWith(sampleDomain)
}

const reversedDomain = sampleDomain.split('.').reverse().join('.')

function isOfSamples(key: string): boolean {
  return key.startsWith(`${reversedDomain}.`)
}

function ofSamples(schemas: Schemas): Schemas {
  return canonical(select(schemas, isOfSamples), true) as Schemas
}

function select(record: Schemas, isWanted: (key: string) => boolean): Schemas {
  return Object.fromEntries(Object.entries(record).filter(([key]) => isWanted(key)))
}
