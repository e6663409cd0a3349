/** The variables, functions and types that an expression may refer to. */
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

/** The variables and functions that an expression may use. */
export interface Environment {
  /** Variables by name; a name may contain dots. */
  readonly variables: ReadonlyMap<string, CelType>
  readonly functions: ReadonlyMap<string, readonly Overload[]>
  /** Resolves the type name of `Name{…}`. */
  readonly structs?: (name: string) => CelType | undefined
}

/** Types that expressions can name. */
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
