/** How objects of a custom kind get from one version to another. */
import type { Draft } from '../../object/draft.ts'

export interface Conversion {
  /**
   * The objects in another version, in the same order. Those that are in it already stay as they are.
   *
   * Failure: a Status if it cannot be done.
   */
  convert(objects: readonly Draft[], apiVersion: string): Promise<readonly Draft[]> | readonly Draft[]
}

/** All versions look alike; only their name differs. */
export const renaming: Conversion = {
  convert: (objects, apiVersion) =>
    objects.map((object) => (object.apiVersion === apiVersion ? object : { ...object, apiVersion })),
}
