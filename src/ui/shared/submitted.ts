/** @file Handles a form when it is sent, in place of leaving the page. */
export const submitted =
  (action: () => unknown) =>
  (event: SubmitEvent): void => {
    event.preventDefault();
    void action();
  };
