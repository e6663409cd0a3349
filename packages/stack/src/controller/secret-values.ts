/**
 * The generated Secret values of a stack.
 *
 * Each is stored twice: in the Secret of its component, and in an immutable copy. Whichever is deleted or edited is restored from the
 * other. A value is generated only if the server has neither.
 *
 * See decision 0361.
 */
import { createHash } from 'node:crypto'
import { ignoreNotFound } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { controllerOf, type KubeObject } from '@kubewright/core'
import type { Ids } from '@kubewright/core/random'
import { Secret } from '@kubewright/kubernetes'
import type { GeneratedValue, Texts } from '../settings.ts'

/** The location of one component's values, and the desired values. */
export interface SecretPlace {
  readonly namespace: string
  /** The Secret of the component. */
  readonly name: string
  /** Its immutable copy. */
  readonly keptName: string
  readonly wanted: Readonly<Record<string, GeneratedValue>>
}

/** The values, and the keys that had to be generated. */
export interface SecretValues {
  readonly values: Texts
  readonly generated: readonly string[]
}

/** Reads the values of a component; generates the missing ones. */
export async function secretValues(
  owner: KubeObject,
  place: SecretPlace,
  ctx: Pick<Context, 'client' | 'cache' | 'signal'>,
  ids: Ids,
): Promise<SecretValues> {
  const keys = Object.keys(place.wanted)
  const cached = chosenValues(
    keys,
    await sources(owner, place, async (name) => ctx.cache.get(Secret, { name, namespace: place.namespace })),
  )
  if (keys.every((key) => cached[key] !== undefined)) return { values: cached as Texts, generated: [] }
  // The cache may be stale: generating a second value would lock out every client of the first.
  const read = (name: string) =>
    ctx.client.get(Secret, { name, namespace: place.namespace }, { signal: ctx.signal }).catch(ignoreNotFound)
  const live = chosenValues(keys, await sources(owner, place, read))
  const missing = keys.filter((key) => live[key] === undefined)
  const made = missing.map((key) => [key, generateValue(place.wanted[key]!, ids)] as const)
  return { values: { ...live, ...Object.fromEntries(made) } as Texts, generated: missing }
}

type Read = (name: string) => Promise<Secret | undefined>

/** The copy comes first: it is immutable. */
async function sources(owner: KubeObject, { name, keptName }: SecretPlace, read: Read): Promise<readonly Secret[]> {
  const found = await Promise.all([keptName, name].map(read))
  return found.filter(
    (secret): secret is Secret => secret !== undefined && controllerOf(secret)?.uid === owner.metadata.uid,
  )
}

function chosenValues(
  keys: readonly string[],
  secrets: readonly Secret[],
): Readonly<Record<string, string | undefined>> {
  const valueOf = (key: string) => {
    const encoded = secrets.find(({ data }) => data !== undefined && Object.hasOwn(data, key))?.data?.[key]
    return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString()
  }
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)]))
}

/** As strong as the ids: 122 bits per 16 characters. */
export function generateValue({ '~generated': { length, alphabet } }: GeneratedValue, ids: Ids): string {
  let text = ''
  while (text.length < length) {
    const bytes = createHash('sha256').update(ids.uuid()).digest()
    for (const byte of bytes.subarray(0, Math.min(16, length - text.length))) {
      text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
