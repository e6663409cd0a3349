/** CEL in validation rules and admission policies: types and values from structural schemas, and the `authorizer` variable. */
export {
  type AccessQuestion,
  type AccessVerdict,
  authorizerType,
  authorizerValue,
  type DecideAccess,
  requestResourceValue,
  resourceCheckType,
} from './functions/authorizer.ts'
export { type DeclaredType, declaredType, maxRequestBytes, withObjectMeta } from './schema/declared-type.ts'
export { unescapeName } from './schema/escape.ts'
export { objectValue } from './schema/object-value.ts'
