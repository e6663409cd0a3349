/** The names that follow from a kind: of files, variables and what people read. */
import { isKubewrightError } from '@kubewright/core'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'
import { cliErrors } from '../errors.ts'

export interface KindNames {
  /** `LightBulb` */
  readonly kind: string
  /** `lightbulbs` */
  readonly plural: string
  /** The file of the resource, without its extension: `light-bulb`. */
  readonly file: string
  /** The file and the name of its controller: `light-bulbs`. */
  readonly controllerFile: string
  /** One of them: `lightBulb`. */
  readonly one: string
  /** Its controller: `lightBulbs`. */
  readonly many: string
  /** As people say it: `light bulb`. */
  readonly words: string
}

/** What cannot name a variable, or names something else in the files that are written. */
const taken = new Set(
  `break case catch class const continue debugger default delete do else enum export extends false finally for function if
  implements import in instanceof interface let new null package private protected public return static super switch this throw
  true try typeof var void while with yield await async of config cluster ctx done manifest operator running yes`.split(
    /\s+/,
  ),
)

/**
 * Checks the names of a custom resource as `defineResource` does, because it does it.
 *
 * Failure: `KW_CLI_NAME` with what Kubernetes, or a file, would say against them.
 */
export function kindNames(kind: string, group: string, version = 'v1alpha1'): KindNames {
  const plural = pluralOf(kind, group, version)
  const words = kind.match(/[A-Z]+(?![a-z0-9])|[A-Z][a-z0-9]*|[a-z0-9]+/g)!.map((word) => word.toLowerCase())
  const file = words.join('-')
  const last = words.at(-1)!
  const before = words.slice(0, -1)
  const controllerFile = [...before, plural.slice(before.join('').length)].join('-')
  const one = camel(file)
  if (kind === 'ConfigMap') throw nameError(`the kind ${kind}`, 'the example makes objects of that kind')
  return {
    kind,
    plural,
    file,
    controllerFile: controllerFile === file ? `${file}-${last}` : controllerFile,
    one: taken.has(one) ? `${one}Object` : one,
    many: taken.has(camel(controllerFile)) ? `${camel(controllerFile)}Controller` : camel(controllerFile),
    words: words.join(' '),
  }
}

function pluralOf(kind: string, group: string, version: string): string {
  try {
    return defineResource({ group, version, kind, scope: 'Namespaced', spec: z.object({}) }).plural
  } catch (error) {
    throw nameError(`the kind ${kind}.${group}`, reasonOf(error))
  }
}

/** The problems alone: who asks has named the kind already. */
function reasonOf(error: unknown): string {
  if (!isKubewrightError(error, 'KW_RESOURCE_NAME')) return (error as Error).message
  const problems = error.details['problems'] as readonly { readonly name: string; readonly why: string }[]
  return problems.map(({ name, why }) => `${name}: ${why}`).join('; ')
}

export function camel(file: string): string {
  return file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export function nameError(what: string, why: string, next?: string): Error {
  return cliErrors('KW_CLI_NAME', { what: `use ${what}`, why, ...(next === undefined ? {} : { next }) })
}
