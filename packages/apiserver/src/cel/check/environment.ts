/** What an expression may refer to. */
import { addressTypes } from '../functions/addresses.ts'
import type { Overload } from '../functions/overload.ts'
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from '../types/type.ts'

export interface Environment {
  /** Variables by name; a name may have dots. */
  readonly variables: ReadonlyMap<string, CelType>
  readonly functions: ReadonlyMap<string, readonly Overload[]>
  /** The types `Name{…}` makes, by name. */
  readonly structs?: (name: string) => CelType | undefined
}

/** Types that have a name of their own in expressions. */
export const namedTypes: ReadonlyMap<string, CelType> = new Map(
  [
    boolType,
    bytesType,
    doubleType,
    durationType,
    dynType,
    intType,
    listType(dynType),
    mapType(dynType, dynType),
    nullType,
    optionalType(dynType),
    stringType,
    timestampType,
    typeType(),
    uintType,
    ...addressTypes,
  ].map((type) => [type.name, type]),
)
