/**
 * Merges the defaults of a stack with the settings of a component: maps key by key, and the component wins; other settings come from the
 * component if set, otherwise from the defaults. `null` removes a variable.
 */
import { setOwn } from '@kubewright/core/json'
import type { ComponentDefaults, ComponentSettings, Env, EnvValue } from './settings.ts'

/** The settings that hold maps. */
const maps = ['labels', 'annotations', 'env', 'pod'] as const

/**
 * The settings of a component with the defaults of its stack filled in. The arguments are not modified.
 *
 * @example
 * ```ts
 * const { env, replicas } = withDefaults({ image: 'api:1', env: { LEVEL: 'debug' } }, { replicas: 2, env: { LEVEL: 'info', ZONE: 'a' } })
 * env // => { LEVEL: 'debug', ZONE: 'a' }
 * replicas // => 2
 * ```
 */
export function withDefaults<Settings extends ComponentSettings>(
  settings: Settings,
  defaults: ComponentDefaults = {},
): Settings & ComponentDefaults {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  const merged = Object.fromEntries(maps.map((key) => [key, mergeMaps<unknown>(defaults[key], settings[key])]))
  return { ...defaults, ...given, ...merged } as Settings & ComponentDefaults
}

/** A new map: keys of `more` override those of `base`. Safe for a key called `__proto__`. */
export function mergeMaps<Value>(
  base: { readonly [key: string]: Value } = {},
  more: { readonly [key: string]: Value } = {},
): Record<string, Value> {
  const merged: Record<string, Value> = {}
  for (const [key, value] of [...Object.entries(base), ...Object.entries(more)]) setOwn(merged, key, value)
  return merged
}

/** The variables that are set, sorted by name. */
export function variablesOf(env: Env = {}): readonly (readonly [string, EnvValue])[] {
  const set = Object.entries(env).filter((entry): entry is [string, EnvValue] => entry[1] !== null)
  return set.toSorted(([a], [b]) => (a < b ? -1 : 1))
}
