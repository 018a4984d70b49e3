import { Component, type ReactNode } from 'react';

type Props = {
  /** What stands in the place of a part that failed; it may offer to try again. */
  fallback: ReactNode | ((tryAgain: () => void) => ReactNode);
  children: ReactNode;
};

/** Shows `fallback` in place of a part that failed to render, and leaves the rest of the page alone. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { fallback, children } = this.props;
    if (!this.state.hasFailed) return children;
    return typeof fallback === 'function' ? fallback(this.tryAgain) : fallback;
  }

  private readonly tryAgain = () => this.setState({ hasFailed: false });
}
