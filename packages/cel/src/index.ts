/**
 * The Common Expression Language as kube-apiserver implements it: expressions are parsed, checked against the types of their
 * variables, estimated, and evaluated with a cost limit. Messages, positions and costs are those of kube-apiserver.
 *
 * `@kubewright/cel/kubernetes` has the parts for validation rules and admission policies: types and values from schemas, and
 * the `authorizer` variable.
 *
 * See decision 0080.
 */
export {
  type CelProgram,
  type Compilation,
  compileCel,
  type Evaluation,
  perCallLimit,
} from './compile-cel.ts'
export type { CheckedTree } from './check/checker.ts'
export type { Environment } from './check/environment.ts'
export { estimateCost } from './cost/estimate.ts'
export { multiplyCosts } from './cost/size.ts'
export type { Variables } from './evaluate/frame.ts'
export { mutationFunctions, standardFunctions } from './functions/libraries.ts'
export type { Overload } from './functions/overload.ts'
export { dynamicValue } from './schema/dynamic-value.ts'
export { toJson } from './schema/to-json.ts'
export {
  boolType,
  bytesType,
  type CelKind,
  type CelType,
  doubleType,
  durationType,
  dynType,
  type FieldLookup,
  formatType,
  intType,
  isSameType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  structType,
  timestampType,
  uintType,
} from './types/type.ts'
export { CelError } from './values/cel-error.ts'
export { ListValue, MapValue } from './values/collection.ts'
export { OpaqueValue } from './values/opaque.ts'
export { Optional } from './values/optional.ts'
export { scalarText } from './values/scalar-text.ts'
export { StructValue } from './values/struct.ts'
export type { Value } from './values/value.ts'
