/** Error registries: how a package declares its errors, with a code, a cause and a remedy. */
export { defineErrors, type ErrorEntry, type Errors, type Fault } from './error.ts'
