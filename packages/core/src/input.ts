/** Input of users: checks of options, misspelt names, control characters. */
export { escapeControls, type EscapeControlsOptions } from './input/control-characters.ts'
export { nearestName } from './input/nearest-name.ts'
export { form, type Form, formatProblems, type FormFields, type FormProblem } from './input/options-form.ts'
