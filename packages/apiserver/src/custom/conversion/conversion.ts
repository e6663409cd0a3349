/** Conversion of custom objects between versions. */
import type { Draft } from '../../object/draft.ts'

export interface Conversion {
  /**
   * Converts the objects, keeping their order. Objects already in the version are returned unchanged.
   *
   * Failure: a Status if the conversion fails.
   */
  convert(objects: readonly Draft[], apiVersion: string): Promise<readonly Draft[]> | readonly Draft[]
}

/** Conversion strategy `None`: only the apiVersion changes. */
export const renaming: Conversion = {
  convert: (objects, apiVersion) =>
    objects.map((object) => (object.apiVersion === apiVersion ? object : { ...object, apiVersion })),
}
