/** Types of the parts of a definition. */
export type {
  ConditionFields,
  CustomInput,
  CustomInputWithDefault,
  GenerationField,
  InputFor,
} from './custom-object.ts'
export type { ParseResult, StatusInput } from './custom-resource.ts'
export type { Definition, Loose, Marks, ObjectSchema } from './definition.ts'
export type { MapSize } from './map-schemas.ts'
export type { Column, Scale } from './paths.ts'
export type { ResourceTypes, Scope } from './resource.ts'
