/** The commit status that carries our review's verdict. */
export const REVIEW_CONTEXT = 'autodev/review';
