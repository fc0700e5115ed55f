;; SPDX-License-Identifier: MIT
;; Emacs with dap-mode steps the example: emacs --batch -l check-emacs.el, with top_srcdir and top_builddir.
(package-initialize)
(require 'dap-mode)

(setq dap-breakpoints-file (make-temp-file "glstep-dap")
      dap-auto-show-output nil
      dap-auto-configure-features nil
      vc-handled-backends nil)
(defvar check-source (expand-file-name "examples/scene-330.frag" (getenv "top_srcdir")))
(defvar dap-exception-breakpoints nil) ; dap-mode's windows would define it
(defvar check-stops 0)

(add-hook 'dap-stopped-hook (lambda (_session) (setq check-stops (1+ check-stops))))

(defun check-line (text)
  (with-temp-buffer
    (insert-file-contents check-source)
    (search-forward text)
    (line-number-at-pos)))

(defun check-wait (what function)
  (let ((end (+ (float-time) 120)))
    (while (not (funcall function))
      (when (> (float-time) end)
        (message "FAIL editors-emacs: waited in vain for %s" what)
        (kill-emacs 1))
      (accept-process-output nil 0.1))))

(defun check-frame ()
  (let ((session (dap--cur-session)))
    (and session (dap--debug-session-active-frame session))))

(defun check-at (stops line)
  (check-wait (format "stop %d in line %d" stops line)
              (lambda () (and (>= check-stops stops) (check-frame) (= (gethash "line" (check-frame)) line)))))

(dap-register-debug-provider
 "glstep" (lambda (conf) (plist-put conf :dap-server-path (list (expand-file-name "glstep" (getenv "top_builddir")) "dap"))))

(let ((line (check-line "hit.steps = i + 1;")))
  (find-file check-source)
  (goto-char (point-min))
  (forward-line (1- line))
  (dap-breakpoint-add)
  (dap-debug (list :type "glstep" :request "launch" :name "check" :args ["--size" "64x48"]
                   :program (expand-file-name "glstep-example" (getenv "top_builddir"))
                   :cwd (file-name-directory check-source)))
  (check-at 1 line)
  (dap-next (dap--cur-session))
  (check-at 2 (check-line "if (d < NEAR_ENOUGH)"))
  (dap-disconnect (dap--cur-session)))
(message "PASS editors-emacs")
