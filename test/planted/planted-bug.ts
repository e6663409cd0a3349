/** A small operator with one bug, and its corrected twin. */
import type { ExploreOptions } from '@kubewright/testing'
import type { Oracle } from '@kubewright/testing/exploration'
import { blog, Site } from './site.ts'

export interface PlantedBug {
  /** The effect, as a sentence. */
  readonly name: string
  /** The violated rule. */
  readonly oracle: Oracle
  readonly explored: (isFixed: boolean) => ExploreOptions
}

type Rest = Omit<ExploreOptions, 'scenario'> & Partial<Pick<ExploreOptions, 'scenario'>>

/** An operator of sites. @param explored the remaining options; by default a site is created and deleted */
export function planted(name: string, oracle: Oracle, explored: (isFixed: boolean) => Rest): PlantedBug {
  return { name, oracle, explored: (isFixed) => ({ resources: [Site], scenario: comesAndGoes, ...explored(isFixed) }) }
}

export const comesAndGoes: ExploreOptions['scenario'] = async (user) => {
  await user.create(Site, { metadata: blog, spec: { title: 'one' } })
  await user.delete(Site, blog)
}

export const comesAndChanges: ExploreOptions['scenario'] = async (user) => {
  await user.create(Site, { metadata: blog, spec: { title: 'one', replicas: 2, color: 'red' } })
  await user.patch(Site, blog, { spec: { title: 'two', replicas: 1, color: null } })
}
