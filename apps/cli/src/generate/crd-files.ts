/** One file for each CustomResourceDefinition. Pure. */
import type { ProjectDescription } from '../project/project-description.ts'
import { markedYaml } from './marked-text.ts'

export const crdFolder = 'deploy/crds'

export function crdFiles({ crds }: Pick<ProjectDescription, 'crds'>): readonly (readonly [string, string])[] {
  return crds.map(({ name, yaml }) => [`${crdFolder}/${name}.yaml`, markedYaml(yaml)])
}
