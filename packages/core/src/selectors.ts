/** Label and field selectors: parse, format, match. */
export {
  type AnyFieldSelector,
  compileFieldSelector,
  type FieldMatcher,
  type FieldRequirement,
  formatFieldSelector,
  parseFieldSelector,
} from './selectors/field-selector.ts'
export type { LabelMatcher, LabelOperator, LabelRequirement, Labels } from './selectors/label-requirement.ts'
export { parseLabelSelector } from './selectors/label-selector-parser.ts'
export {
  type AnyLabelSelector,
  compileLabelSelector,
  formatLabelSelector,
  labelRequirements,
  toLabelSelector,
} from './selectors/label-selector.ts'
