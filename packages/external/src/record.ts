/** The state of an external resource that is stored on its object: the annotations of creations and operations. */
export { type CreationRecord, type CreationStep, formatCreation, parseCreation } from './decision/creation-record.ts'
export { creationAnnotation, lastAppliedAnnotation, operationAnnotation } from './names.ts'
export {
  type ExternalOperation,
  formatOperation,
  type OperationStatus,
  parseOperation,
} from './operations/external-operation.ts'
