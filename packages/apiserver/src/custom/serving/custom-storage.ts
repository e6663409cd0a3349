/** Stores custom objects, and converts them between versions. */
import type { StorageForm } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import { plainFailure } from '../../status/failures.ts'
import type { Conversion } from '../conversion/conversion.ts'
import type { CustomVersion } from './custom-version.ts'

export interface StorageScope {
  readonly collection: string
  /** By name. */
  readonly versions: ReadonlyMap<string, CustomVersion>
  /** The served version. */
  readonly version: CustomVersion
  readonly storageVersion: CustomVersion
  readonly conversion: Conversion
  /** Whether every stored object was written under the current definition. */
  readonly isPristine: boolean
}

export function customStorage(scope: StorageScope): StorageForm {
  const { collection, version, versions, storageVersion, conversion } = scope
  // Objects written in another version lack the defaults of this one.
  const isIdentity = scope.isPristine && versions.size === 1 && !hasLateDefault(version)
  const fromStored = (draft: Draft) => readStored(scope, draft)
  return {
    collection,
    apiVersion: storageVersion.apiVersion,
    isIdentity,
    read(objects) {
      if (isIdentity) return objects
      const stored = objects.map(fromStored)
      if (stored.every(({ apiVersion }) => apiVersion === version.apiVersion)) return stored
      return settleAll(conversion.convert(stored, version.apiVersion), version)
    },
    // In the same form as it will be read.
    write(object) {
      if (object.apiVersion === storageVersion.apiVersion) return readStored(scope, object)
      const converted = settleAll(conversion.convert([object], storageVersion.apiVersion), storageVersion)
      return converted instanceof Promise ? converted.then(([one]) => one!) : converted[0]!
    },
  }
}

/** The status is dropped on create, so its default is filled in with the first read. */
function hasLateDefault({ schema, hasStatus }: CustomVersion): boolean {
  return hasStatus && schema.properties?.['status']?.default !== undefined
}

/** Reads an object in its stored version. It may predate the current schema. */
export function readStored({ versions }: StorageScope, draft: Draft): Draft {
  const version = versions.get(draft.apiVersion.split('/')[1] ?? '')
  if (version === undefined) {
    throw plainFailure(`request to convert CR from an invalid group/version: ${draft.apiVersion}`)
  }
  return version.fill(version.settle(draft).object)
}

function settleAll(
  converted: Promise<readonly Draft[]> | readonly Draft[],
  version: CustomVersion,
): Promise<readonly Draft[]> | readonly Draft[] {
  const settle = (objects: readonly Draft[]) => objects.map((object) => version.settle(object).object)
  return converted instanceof Promise ? converted.then(settle) : settle(converted)
}
