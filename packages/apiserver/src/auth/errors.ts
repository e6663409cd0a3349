/** Every error that setting up authentication can raise. Callers of the server get a Status instead. */
import { defineErrors } from '@kubewright/core/errors'

export const authErrors = defineErrors({
  KW_AUTH_TOKEN_FILE: {
    summary: 'A token file cannot be parsed.',
    cause: 'A line has fewer than three columns, or a quote in the middle of a column.',
    remedy: 'Write each line as `token,user,uid` or `token,user,uid,"group1,group2"`.',
  },
})
