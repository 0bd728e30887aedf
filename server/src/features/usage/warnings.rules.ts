/**
 * Percentages of a cycle's credits, and of the storage, at which an account is warned. Source:
 * acceptance GP-5, issue 6.
 */
export const warningPercents = { credits: [75, 95, 100], storage: [80, 95] } as const;
